// Signs each line of standard input as a presigned S3 URL, with Node's own functions. Argument: the key.
const crypto = require("crypto");
const hmac = (key, text) => crypto.createHmac("sha256", key).update(text).digest();
const again = (escaped) =>
  encodeURIComponent(decodeURIComponent(escaped)).replace(
    /[!'()*]/g,
    (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase(),
  );

function presigned(text, key) {
  const url = new URL(text);
  const given = {};
  const pairs = [];
  for (const pair of url.search.slice(1).split("&")) {
    const [name, value] = `${pair}=`.split("=").map(again);
    if (name === "X-Amz-Signature") continue;
    pairs.push(`${name}=${value}`);
    given[name] = decodeURIComponent(value);
  }
  const path = url.pathname.split("/").map(again).join("/");
  const query = pairs.sort().join("&");
  const request = `GET\n${path}\n${query}\nhost:${url.host}\n\nhost\nUNSIGNED-PAYLOAD`;
  const scope = given["X-Amz-Credential"].split("/").slice(1);
  const digest = crypto.createHash("sha256").update(request).digest("hex");
  const lines = ["AWS4-HMAC-SHA256", given["X-Amz-Date"], scope.join("/"), digest];
  return hmac(scope.reduce(hmac, `AWS4${key}`), lines.join("\n")).toString("hex");
}

const texts = require("fs").readFileSync(0, "utf8").trimEnd().split("\n");
console.log(texts.map((text) => presigned(text, process.argv[2])).join("\n"));

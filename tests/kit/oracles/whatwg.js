// What does Node's URL make of the [text, base] pairs on its standard input, a line of JSON each?
// A line of JSON each: the components in order, null where it threw.
const parts = ["href", "origin", "username", "password", "host", "hostname", "port", "search", "hash"];
const answers = require("fs").readFileSync(0, "utf8").trimEnd().split("\n").map((line) => {
    const [text, base] = JSON.parse(line);
    try {
        const url = base === null ? new URL(text) : new URL(text, base);
        return JSON.stringify(parts.map((part) => url[part]));
    } catch (error) {
        if (error.code === "ERR_INVALID_URL") return "null";
        throw error;
    }
});
process.stdout.write(answers.join("\n") + "\n");

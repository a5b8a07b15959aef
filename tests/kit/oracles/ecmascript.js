// What does Node make of code points, or of the strings on its standard input?
// With a number n: all below U+3000, and every n-th from there on.
// A line of JSON each: one function's answers in order, null where it threw.
const fixedEncodeURI = (text) =>
    encodeURI(text).replace(/%25/g, "%").replace(/%5[Bb]/g, "[").replace(/%5[Dd]/g, "]");
const fixedDecodeURI = (text) =>
    decodeURI(text.replace(/%25/g, "%2525").replace(/%5[Bb]/g, "%255B").replace(/%5[Dd]/g, "%255D"));
const fixedEncodeURIComponent = (text) => encodeURIComponent(text)
    .replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
const functions = {
    escape, unescape, encodeURI, encodeURIComponent, decodeURI, decodeURIComponent,
    fixedEncodeURI, fixedDecodeURI, fixedEncodeURIComponent,
};
const attempt = (f, text) => {
    try {
        return f(text);
    } catch (error) {
        if (error instanceof URIError) return null;
        throw error;
    }
};
const fs = require("fs");
const write = (answers) => {
    const bytes = Buffer.from(JSON.stringify(answers) + "\n");
    for (let at = 0; at < bytes.length;) at += fs.writeSync(1, bytes, at);
};
const step = Number(process.argv[2]);
if (step) {
    for (const [name, f] of Object.entries(functions)) {
        const answers = [];
        for (let c = 0; c < 0x110000; c += c < 0x3000 ? 1 : step) {
            const text = String.fromCodePoint(c);
            // A decoder is given the character's own escapes, where it has some.
            const decodes = /decode|unescape/i.test(name);
            const encoder = name === "unescape" ? escape : encodeURIComponent;
            const given = decodes ? attempt(encoder, text) : text;
            answers.push(given === null ? null : attempt(f, given));
        }
        write(answers);
    }
} else {
    const texts = JSON.parse(fs.readFileSync(0, "utf8"));
    for (const f of Object.values(functions)) write(texts.map((text) => attempt(f, text)));
}

// Hosts in ASCII, as the URL class of Node.js writes them: an empty line for one it refuses.
const { domainToASCII } = require('node:url');

const hosts = require('node:fs').readFileSync(0, 'utf8').split('\n').slice(0, -1);
process.stdout.write(hosts.map((host) => `${domainToASCII(host)}\n`).join(''));

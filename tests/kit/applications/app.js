// Answers with the target that Node handed to the program. Argument: the port.
require("http")
  .createServer((request, response) => response.end(Buffer.from(request.url, "latin1")))
  .listen(Number(process.argv[2]), "127.0.0.1");

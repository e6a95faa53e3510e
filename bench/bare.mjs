// A node that listens and answers, as a module like ours: `bare.mjs <port>`. Prints its port.
import http from "node:http";

const server = http.createServer((_, response) => response.end("ok"));
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => console.log(server.address().port));

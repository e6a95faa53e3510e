// Answers OK as fast as it can, or never.
import { createServer } from "node:http";

const server = createServer((request, response) => {
  request.resume();
  if (process.argv[2] === "OK") request.on("end", () => response.end("OK"));
});
server.listen(0, "127.0.0.1", () => process.send(server.address().port));

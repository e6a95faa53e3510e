// A shop in a process of its own. It knows the service's public key and nothing else:
// the check below is written from the published rule, not from the sandbox's code.
import { createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const key = createPublicKey(readFileSync(process.argv[2] ?? "", "utf8"));

const isGenuine = (payload) => {
  const { signature, ...fields } = payload;
  const pairs = Object.keys(fields).map((name) => `${name}=${fields[name]}`);
  return verify("sha256", Buffer.from(pairs.sort().join("&")), key, Buffer.from(signature, "base64"));
};

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const text = Buffer.concat(chunks).toString();
    const payload = JSON.parse(text);
    process.send?.({
      method: request.method,
      type: request.headers["content-type"],
      length: request.headers["content-length"],
      text,
      payload,
      genuine: isGenuine(payload),
    });
    response.end("OK");
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: server.address().port }));

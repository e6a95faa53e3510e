// Loaded before a peer: some listen on every interface, and the bench is nobody else's business.
import net from "node:net";

const listen = net.Server.prototype.listen;
net.Server.prototype.listen = function (...given) {
  const [first, ...rest] = given;
  const done = given.findLast((one) => typeof one === "function");
  const port = typeof first === "object" && first !== null ? first.port : first;
  return typeof first === "object" && first?.path !== undefined
    ? listen.call(this, first, ...rest)
    : listen.call(this, { port: Number(port ?? 0), host: "127.0.0.1" }, done);
};

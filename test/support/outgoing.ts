import { once } from "node:events";
import { connect } from "node:net";

/** A connection to a port of this machine. `port` is its own port, which the system chose. */
export async function connectedTo(to: number): Promise<AsyncDisposable & { readonly port: number }> {
  const socket = connect(to, "127.0.0.1");
  await once(socket, "connect");
  return {
    port: socket.localPort!,
    [Symbol.asyncDispose]: async () => {
      socket.destroy();
    },
  };
}

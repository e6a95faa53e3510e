import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";

export interface SecureOptions extends ServerOptions {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

/** A server that speaks HTTP/1.1 over TLS. An intended reset is sent below TLS, so that the client sees a reset. */
export function createSecureServer(
  options: SecureOptions,
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
): Server {
  const server = createServer(options, answer);
  const below = new Map<string, Socket>();
  server.on("connection", (socket: Socket) => {
    const name = peerName(socket);
    below.set(name, socket);
    socket.once("close", () => below.delete(name));
  });
  server.on("secureConnection", (secure: TLSSocket) => {
    const socket = below.get(peerName(secure));
    if (!socket) return;
    secure.resetAndDestroy = () => {
      socket.resetAndDestroy();
      return secure.destroy();
    };
  });
  return server as unknown as Server;
}

/** Identifies a connection: a listener never has two connections from the same address and port at the same time. */
const peerName = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

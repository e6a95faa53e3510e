import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Arrival } from "../../../lane/ports/explanation.js";

/** Makes connections unique among processes: each numbers its own. */
const PROCESS = randomBytes(6).toString("base64url");
const USER_AGENT_MAX = 200;

interface Connection {
  readonly name: string;
  requests: number;
}

const connections = new WeakMap<object, Connection>();
let opened = 0;

/** Call for each request of any kind, so that places on a connection are right. */
export function countRequest({ socket }: Pick<IncomingMessage, "socket">): void {
  const known = connections.get(socket);
  if (known) known.requests++;
  else connections.set(socket, { name: `${PROCESS}-${++opened}`, requests: 1 });
}

/** How a call came in. Without a socket (a call inside this process), it has no connection. */
export function arrivalOf(incoming: IncomingMessage | undefined, userAgent: string | undefined): Arrival {
  const connection = incoming && connections.get(incoming.socket);
  return {
    realAt: Date.now(),
    connection: connection?.name,
    place: connection?.requests,
    userAgent: userAgent?.slice(0, USER_AGENT_MAX).toWellFormed(),
  };
}

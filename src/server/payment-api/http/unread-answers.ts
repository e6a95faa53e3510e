import type { Socket } from "node:net";

/** What to call if the client did not get the last answer on its connection. */
const lastAnswers = new WeakMap<Socket, { left: () => void }>();

/**
 * Call just before an answer is written. Calls `left` if its client had closed the connection by then: the kernel takes
 * such an answer, and the client's refuses it. A client that closes after it has read the answer never counts.
 */
export function watchUnread(socket: Socket, left: () => void): void {
  const known = lastAnswers.get(socket);
  if (known) {
    known.left = left;
    return;
  }
  const last = { left };
  lastAnswers.set(socket, last);
  socket.on("error", ({ syscall }: NodeJS.ErrnoException) => {
    if (syscall === "write") last.left();
  });
  if ("encrypted" in socket) return;
  // Sends nothing, but fails if an answer was refused. Comes before Node's own listener, which ends the connection.
  socket.prependOnceListener("end", () => socket.write(""));
}

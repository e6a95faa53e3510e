/** Looks into a process that runs with Node's inspector. */
export interface Inspector extends Disposable {
  ask(method: string, params?: object): Promise<unknown>;
}

/** Connects to the address that such a process says on stderr. */
export async function inspectorAt(url: string): Promise<Inspector> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (result: unknown) => void>();
  let last = 0;
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  return {
    ask: (method, params = {}) =>
      new Promise((resolve) => {
        waiting.set(++last, resolve);
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    [Symbol.dispose]: () => socket.close(),
  };
}

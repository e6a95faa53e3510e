import type { Ran } from "../../test/crash/process.js";

/** Looks into a server that runs with Node's inspector. */
export interface Inspector {
  /** Heap in use after the collector ran, in MB. */
  collectedMb(): Promise<number>;
  close(): void;
}

/** Node's own options for a server that is to be looked into. */
export const inspected: readonly string[] = ["--inspect=127.0.0.1:0"];

export async function inspectorOf(server: Ran): Promise<Inspector> {
  const url = /Debugger listening on (ws:\S+)/.exec(server.said())?.[1];
  if (url === undefined) throw new Error(`expected an inspector, found ${server.said()}`);
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
  const ask = (method: string): Promise<unknown> =>
    new Promise((resolve) => {
      waiting.set(++last, resolve);
      socket.send(JSON.stringify({ id: last, method }));
    });
  return {
    collectedMb: async () => {
      await ask("HeapProfiler.collectGarbage");
      const { usedSize } = (await ask("Runtime.getHeapUsage")) as { usedSize: number };
      return usedSize / 1_048_576;
    },
    close: () => socket.close(),
  };
}

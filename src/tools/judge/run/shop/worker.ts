import { readdirSync, readlinkSync } from "node:fs";
import { processes, readProcFile } from "../../../runs/processes.js";

/** A TCP socket of this machine. */
interface Socket {
  readonly localPort: number;
  readonly remotePort: number;
  readonly inode: string;
}

const STATES = { established: "01", listening: "0A" } as const;

/**
 * The worker in a group that handles the connection from `client` to `port`, both ports of this machine. Undefined if
 * it is the whole shop, because no other process of the group listens on the port, or if there is no /proc.
 */
export function handlerOf(leader: number, port: number, client: number): number | undefined {
  const theirs = socketsIn("established").filter((one) => one.localPort === port && one.remotePort === client);
  const listening = socketsIn("listening").filter(({ localPort }) => localPort === port);
  const group = processes()
    .filter((one) => one.group === leader)
    .map(({ pid, parent }) => ({ pid, parent, inodes: inodesOf(String(pid)) }));
  const holding = (sockets: readonly Socket[]) =>
    group.filter(({ inodes }) => sockets.some(({ inode }) => inodes.has(inode)));
  const holders = holding(theirs);
  // A parent that hands a connection to its child keeps it open until the child has it.
  const handler = holders.find(({ pid }) => !holders.some(({ parent }) => parent === pid));
  return handler && holding(listening).some(({ pid }) => pid !== handler.pid) ? handler.pid : undefined;
}

function socketsIn(state: keyof typeof STATES): readonly Socket[] {
  return ["tcp", "tcp6"].flatMap((name) =>
    readProcFile(`/proc/net/${name}`)
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[3] === STATES[state])
      .map(([, local = "", remote = "", , , , , , , inode = ""]) => ({
        localPort: portOf(local),
        remotePort: portOf(remote),
        inode,
      })),
  );
}

const portOf = (address: string): number => Number.parseInt(address.split(":")[1] ?? "", 16);

/** The sockets that a process has open. */
function inodesOf(pid: string): ReadonlySet<string> {
  const folder = `/proc/${pid}/fd`;
  return new Set(
    fileNames(folder).flatMap((name) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${name}`))?.[1] ?? [];
      } catch {
        return [];
      }
    }),
  );
}

function fileNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

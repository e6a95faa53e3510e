import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** An open TCP connection on this machine. */
interface Connection {
  readonly localPort: number;
  readonly remotePort: number;
  readonly inode: string;
}

const ESTABLISHED = "01";

/**
 * The process in a group that accepted this process's connection to the port. Undefined if that is the group's
 * leader, or if there is no /proc.
 */
export function handlerOf(leader: number, port: number): number | undefined {
  const all = connections();
  const own = inodesOf("self");
  const ours = new Set(all.filter((one) => own.has(one.inode) && one.remotePort === port).map((one) => one.localPort));
  const theirs = new Set(
    all.filter((one) => one.localPort === port && ours.has(one.remotePort)).map(({ inode }) => inode),
  );
  const pid = groupOf(leader).find((one) => [...inodesOf(String(one))].some((inode) => theirs.has(inode)));
  return pid === leader || isOnlyChild(pid, leader) ? undefined : pid;
}

/** True if the leader is a shell that only waits for its one command, so it is no supervisor. */
const isOnlyChild = (pid: number | undefined, leader: number): boolean =>
  pid !== undefined &&
  SHELL.test(textOf(`/proc/${leader}/comm`).trim()) &&
  groupOf(leader).filter((one) => one !== leader).length === 1;
const SHELL = /^(|ba|da|a|z|k)sh$/;

function connections(): readonly Connection[] {
  return ["tcp", "tcp6"].flatMap((name) =>
    textOf(`/proc/net/${name}`)
      .split("\n")
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[3] === ESTABLISHED)
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
    namesIn(folder).flatMap((name) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${name}`))?.[1] ?? [];
      } catch {
        return [];
      }
    }),
  );
}

function groupOf(leader: number): readonly number[] {
  return namesIn("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => Number(afterName(textOf(`/proc/${name}/stat`))[2]) === leader)
    .map(Number);
}

/** State, parent and group of a process. The name before them may contain spaces. */
const afterName = (stat: string): readonly string[] => stat.slice(stat.lastIndexOf(")") + 2).split(" ");

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

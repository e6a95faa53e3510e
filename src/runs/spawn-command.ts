import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

export type Spawn = (file: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

/** How commands are started: on Windows `npm` and the like are files that only its shell runs, which cross-spawn knows. */
export async function commandSpawn(platform: NodeJS.Platform = process.platform): Promise<Spawn> {
  return platform === "win32" ? (await import("cross-spawn")).default.spawn : spawn;
}

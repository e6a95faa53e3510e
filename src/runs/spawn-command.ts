import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

export type Spawn = (file: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

/**
 * The function that starts commands. On Windows, cross-spawn is needed, because commands such as `npm` are scripts
 * that only the shell can run.
 */
export async function commandSpawn(platform: NodeJS.Platform = process.platform): Promise<Spawn> {
  return platform === "win32" ? (await import("cross-spawn")).default.spawn : spawn;
}

import type { Command } from "commander";

/** Puts a command on the program. */
export type Register = (program: Command) => void;

/** The commands, in the order of the overview. Each is loaded when it is asked for: only start and exec need the server. */
export const commands: ReadonlyMap<string, () => Promise<Register>> = new Map([
  ["start", async () => (await import("./commands/start.js")).startCommand],
]);

export const loadCommand = (name: string): Promise<Register> => commands.get(name)!();

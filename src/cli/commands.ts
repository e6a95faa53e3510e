import type { Command } from "commander";

/** Adds a command to the program. */
export type Register = (program: Command) => void;

/**
 * The commands in the order of the overview. Each is loaded on demand, because only start and exec need the server.
 */
export const commands: ReadonlyMap<string, () => Promise<Register>> = new Map([
  ["start", async () => (await import("./commands/start.js")).startCommand],
  ["exec", async () => (await import("./commands/exec.js")).execCommand],
  ["judge", async () => (await import("./commands/judge.js")).judgeCommand],
  ["demo", async () => (await import("./commands/demo.js")).demoCommand],
  ["conformance", async () => (await import("./commands/conformance.js")).conformanceCommand],
  ["sensitivity", async () => (await import("./commands/sensitivity.js")).sensitivityCommand],
  ["validate", async () => (await import("./commands/validate.js")).validateCommand],
  ["scenarios", async () => (await import("./commands/scenarios.js")).scenariosCommand],
  ["magic", async () => (await import("./commands/magic.js")).magicCommand],
  ["keys", async () => (await import("./commands/keys.js")).keysCommand],
  ["sign", async () => (await import("./commands/sign.js")).signCommand],
  ["call", async () => (await import("./commands/call.js")).callCommand],
  ["pay", async () => (await import("./commands/pay.js")).payCommand],
  ["resend", async () => (await import("./commands/resend.js")).resendCommand],
  ["why", async () => (await import("./commands/why.js")).whyCommand],
  ["tail", async () => (await import("./commands/tail.js")).tailCommand],
  ["snapshot", async () => (await import("./commands/snapshot.js")).snapshotCommand],
  ["migrate", async () => (await import("./commands/migrate.js")).migrateCommand],
  ["readyz", async () => (await import("./commands/readyz.js")).readyzCommand],
  ["doctor", async () => (await import("./commands/doctor.js")).doctorCommand],
  ["calibrate", async () => (await import("./commands/calibrate.js")).calibrateCommand],
  ["drift", async () => (await import("./commands/drift.js")).driftCommand],
  ["record", async () => (await import("./commands/record.js")).recordCommand],
  ["compare", async () => (await import("./commands/compare.js")).compareCommand],
  ["import", async () => (await import("./commands/import.js")).importCommand],
  ["env", async () => (await import("./commands/env.js")).envCommand],
  ["completion", async () => (await import("./commands/completion.js")).completionOf(() => commands.values())],
  ["agent", async () => (await import("./commands/agent.js")).agentCommand],
  ["mcp", async () => (await import("./commands/mcp.js")).mcpCommand],
]);

export const loadCommand = (name: string): Promise<Register> => commands.get(name)!();

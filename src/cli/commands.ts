import type { Command } from "@commander-js/extra-typings";

/** Adds a command to the program. */
export type Register = (program: Command) => void;

/**
 * The commands in the order of the overview. Each is loaded on demand, because only start and exec need the server.
 */
export const commands: ReadonlyMap<string, () => Promise<Register>> = new Map([
  ["start", async () => (await import("./server/start.js")).addStart],
  ["exec", async () => (await import("./runs/exec.js")).addExec],
  ["judge", async () => (await import("./runs/judge.js")).addJudge],
  ["demo", async () => (await import("./runs/demo.js")).addDemo],
  ["conformance", async () => (await import("./runs/conformance.js")).addConformance],
  ["sensitivity", async () => (await import("./runs/sensitivity.js")).addSensitivity],
  ["validate", async () => (await import("./files/validate.js")).addValidate],
  ["scenarios", async () => (await import("./files/scenarios.js")).addScenarios],
  ["magic", async () => (await import("./files/magic.js")).addMagic],
  ["keys", async () => (await import("./client/keys.js")).addKeys],
  ["sign", async () => (await import("./files/sign.js")).addSign],
  ["call", async () => (await import("./client/call.js")).addCall],
  ["pay", async () => (await import("./client/pay.js")).addPay],
  ["resend", async () => (await import("./client/resend.js")).addResend],
  ["why", async () => (await import("./client/why.js")).addWhy],
  ["tail", async () => (await import("./client/tail.js")).addTail],
  ["snapshot", async () => (await import("./client/snapshot.js")).addSnapshot],
  ["migrate", async () => (await import("./server/migrate.js")).addMigrate],
  ["readyz", async () => (await import("./client/readyz.js")).addReadyz],
  ["status", async () => (await import("./client/status.js")).addStatus],
  ["stop", async () => (await import("./client/stop.js")).addStop],
  ["doctor", async () => (await import("./client/doctor.js")).addDoctor],
  ["calibrate", async () => (await import("./service/calibrate.js")).addCalibrate],
  ["drift", async () => (await import("./service/drift.js")).addDrift],
  ["record", async () => (await import("./service/record.js")).addRecord],
  ["compare", async () => (await import("./service/compare.js")).addCompare],
  ["import", async () => (await import("./service/import.js")).addImport],
  ["env", async () => (await import("./client/env.js")).addEnv],
  ["completion", async () => (await import("./files/completion.js")).addCompletion(() => commands.values())],
  ["agent", async () => (await import("./files/agent.js")).addAgent],
  ["mcp", async () => (await import("./server/mcp.js")).addMcp],
]);

export const loadCommand = (name: string): Promise<Register> => commands.get(name)!();

import type { Command } from "@commander-js/extra-typings";

/** Adds a command to the program. */
export type Register = (program: Command) => void;

type Load = () => Promise<Register>;

/**
 * The commands by the headings of the overview, those first that a newcomer needs. Each is loaded on demand, because only start
 * and exec need the server.
 */
const groups: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  "First steps:": {
    start: async () => (await import("./server/start.js")).addStart,
    call: async () => (await import("./client/call.js")).addCall,
    pay: async () => (await import("./client/pay.js")).addPay,
    why: async () => (await import("./client/why.js")).addWhy,
    exec: async () => (await import("./runs/exec.js")).addExec,
  },
  "In your tests:": {
    scenarios: async () => (await import("./files/scenarios.js")).addScenarios,
    validate: async () => (await import("./files/validate.js")).addValidate,
    magic: async () => (await import("./files/magic.js")).addMagic,
    env: async () => (await import("./client/env.js")).addEnv,
    resend: async () => (await import("./client/resend.js")).addResend,
    snapshot: async () => (await import("./client/snapshot.js")).addSnapshot,
    verify: async () => (await import("./client/verify.js")).addVerify,
  },
  "Is your shop right?": {
    demo: async () => (await import("./runs/demo.js")).addDemo,
    judge: async () => (await import("./runs/judge.js")).addJudge,
    conformance: async () => (await import("./runs/conformance.js")).addConformance,
    sensitivity: async () => (await import("./runs/sensitivity.js")).addSensitivity,
  },
  "Look and run:": {
    tail: async () => (await import("./client/tail.js")).addTail,
    docs: async () => (await import("./files/docs.js")).addDocs,
    status: async () => (await import("./client/status.js")).addStatus,
    lanes: async () => (await import("./client/lanes.js")).addLanes,
    stop: async () => (await import("./client/stop.js")).addStop,
    readyz: async () => (await import("./client/readyz.js")).addReadyz,
    doctor: async () => (await import("./client/doctor.js")).addDoctor,
    migrate: async () => (await import("./server/migrate.js")).addMigrate,
  },
  "The real service:": {
    calibrate: async () => (await import("./service/calibrate.js")).addCalibrate,
    drift: async () => (await import("./service/drift.js")).addDrift,
    record: async () => (await import("./service/record.js")).addRecord,
    compare: async () => (await import("./service/compare.js")).addCompare,
    import: async () => (await import("./service/import.js")).addImport,
  },
  "Keys, shells and agents:": {
    keys: async () => (await import("./client/keys.js")).addKeys,
    sign: async () => (await import("./files/sign.js")).addSign,
    completion: async () => (await import("./files/completion.js")).addCompletion(() => commands.values()),
    agent: async () => (await import("./files/agent.js")).addAgent,
    mcp: async () => (await import("./server/mcp.js")).addMcp,
  },
};

/** The commands in the order of the overview. */
export const commands: ReadonlyMap<string, Load> = new Map(Object.values(groups).flatMap(Object.entries<Load>));

/** The heading of a command in the overview. */
export const headingOf = (name: string): string => Object.entries(groups).find(([, members]) => name in members)![0];

export const loadCommand = (name: string): Promise<Register> => commands.get(name)!();

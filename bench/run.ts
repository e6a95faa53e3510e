// npm run bench [-- <part> …]: ratios; all parts by default. Build first: the bench runs the built bin.
// npm run bench -- compare --base <folder or revision>: this checkout beside another.
// npm run bench -- check-out <revision> <folder>: a built checkout to compare with.
const parts: Readonly<Record<string, () => Promise<void>>> = {
  throughput: async () => (await import("./throughput.ts")).throughput(),
  start: async () => (await import("./start.ts")).start(),
  memory: async () => (await import("./memory.ts")).memory(),
  reset: async () => (await import("./reset.ts")).reset(),
  page: async () => (await import("./page.ts")).page(),
  console: async () => (await import("./console.ts")).consolePages(),
  engine: async () => (await import("./engine.ts")).engine(),
  postgres: async () => (await import("./postgres.ts")).postgres(),
  fetch: async () => (await import("./fetch.ts")).fetchBench(),
  notifications: async () => (await import("./notifications.ts")).notifications(),
  judge: async () => (await import("./judge.ts")).judgeBench(),
  documents: async () => (await import("./documents.ts")).documents(),
};
/** Longer ones, which run only when they are asked for. */
const longer: typeof parts = {
  "console-reads": async () => (await import("./console.ts")).consoleReads(),
  "judge-command": async () => (await import("./judge.ts")).byTheCommand(),
  "judge-shop": async () => (await import("./judge.ts")).byTheShop(),
  "judge-whole": async () => (await import("./judge-whole.ts")).judgeWhole(),
  tails: async () => (await import("./throughput.ts")).tails(),
  lanes: async () => (await import("./lanes.ts")).lanes(),
  peers: async () => (await import("./peers.ts")).againstPeers(),
  large: async () => (await import("./large.ts")).large(),
  growth: async () => (await import("./growth.ts")).growth(),
  cold: async () => (await import("./cold.ts")).cold(),
  suite: async () => {
    await (await import("./suite.ts")).suite();
    await (await import("./test-cost.ts")).testCost();
  },
  "test-cost": async () => (await import("./test-cost.ts")).testCost(),
  waits: async () => (await import("./waits.ts")).waits(),
  profile: async () => (await import("./profile.ts")).profile(),
};
const asked = process.argv.slice(2);
if (asked[0] === "compare") await (await import("./compare.ts")).compare(asked.slice(1));
else if (asked[0] === "check-out") (await import("./base-checkout.ts")).checkOut(asked[1]!, asked[2]!);
else
  for (const name of asked.length > 0 ? asked : Object.keys(parts)) {
    const part = parts[name] ?? longer[name];
    if (!part)
      throw new Error(
        `expected one of ${[...Object.keys(parts), ...Object.keys(longer), "compare"].join(", ")}, found ${name}`,
      );
    await part();
  }

// npm run bench [-- <part> …]: ratios; all parts by default. Build first: the bench runs the built bin.
// npm run bench -- compare --base <folder or revision>: this checkout beside another.
// npm run bench -- check-out <revision> <folder>: a built checkout to compare with.
const parts: Readonly<Record<string, () => Promise<void>>> = {
  throughput: async () => (await import("./throughput.ts")).throughput(),
  postgres: async () => (await import("./postgres.ts")).postgres(),
};
/** Longer ones, which run only when they are asked for. */
const longer: typeof parts = {
  "judge-whole": async () => (await import("./judge-whole.ts")).judgeWhole(),
  growth: async () => (await import("./growth.ts")).growth(),
  cold: async () => (await import("./cold.ts")).cold(),
  suite: async () => {
    await (await import("./suite.ts")).suite();
    await (await import("./test-cost.ts")).testCost();
  },
  "test-cost": async () => (await import("./test-cost.ts")).testCost(),
};
const [asked, ...rest] = process.argv.slice(2);
if (asked === "compare") await (await import("./compare.ts")).compare(rest);
else if (asked === "peers") await (await import("./peers.ts")).againstPeers(rest);
else if (asked === "check-out") (await import("./base-checkout.ts")).checkOut(rest[0]!, rest[1]!);
else
  for (const name of asked === undefined ? Object.keys(parts) : [asked, ...rest]) {
    const part = parts[name] ?? longer[name];
    const known = [...Object.keys(parts), ...Object.keys(longer), "compare", "peers", "check-out"];
    if (!part) throw new Error(`expected one of ${known.join(", ")}, found ${name}`);
    await part();
  }

import type { Reporter, TestModule, Vitest } from "vitest/node";

const LINE =
  "Left out: browsers, packages, runners, examples, proof, kits, the executable, PostgreSQL, other processes. Run them with npm run test:system.";

/** Vitest's reporter: ends a run of all quick tests with a line about the others. */
export default class LeftOut implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    // Another address was asked about its payment API alone.
    if (process.env.SANDBOX_URL !== undefined) return;
    if (!this.#vitest?.projects.every(({ name }) => name === "quick")) return;
    const all = await this.#vitest.globTestSpecifications();
    if (modules.length >= all.length) process.stdout.write(`${LINE}\n`);
  }
}

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createVitest, type TestModule, type Vitest } from "vitest/node";
import { failedOf } from "./failed.ts";
import { mutate } from "./mutate.ts";
import type { Source } from "./sources.ts";

/** A change may leave a test waiting. */
const TEST_TIMEOUT_MS = 20_000;
/** No mutant's id. */
const NONE = 0;

export interface TestFile {
  readonly path: string;
  readonly tookMs: number;
  /** Ids of mutants. */
  readonly reached: readonly number[];
}

/** The tests over the switched sources: loaded once, run once for each mutant. */
export class Suite implements AsyncDisposable {
  readonly #folder: string;
  readonly #vitest: Vitest;

  private constructor(folder: string, vitest: Vitest) {
    this.#folder = folder;
    this.#vitest = vitest;
  }

  static async open(folder: string, sources: readonly Source[]): Promise<Suite> {
    const modules = join(folder, "modules");
    rmSync(modules, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const byPath = new Map(sources.map((source) => [source.path, source]));
    const vitest = await createVitest(
      {
        watch: false,
        // They run the sources in their own process.
        project: ["quick"],
        reporters: [{}],
        // Of its own, and anew: the usual one holds modules by their text, whatever a plugin made of it.
        fsModuleCachePath: modules,
      },
      {
        plugins: [
          {
            name: "mutants",
            enforce: "pre",
            transform: (text, id) => {
              const source = byPath.get(id);
              return source && { code: mutate(source.file, text, source.first).switched, map: null };
            },
          },
        ],
      },
    );
    // The project's own settings beat those that Vitest is opened with.
    for (const { config } of vitest.projects) {
      config.setupFiles = [...config.setupFiles, new URL("switch.ts", import.meta.url).pathname];
      config.env = { ...config.env, MUTANTS_FOLDER: folder };
      config.testTimeout = TEST_TIMEOUT_MS;
      config.hookTimeout = TEST_TIMEOUT_MS;
      // What one file reaches is not what another does.
      config.isolate = true;
    }
    // Without it, Vitest finds no test file by its path.
    await vitest.globTestSpecifications();
    return new Suite(folder, vitest);
  }

  /** The paths of all test files that may be asked. */
  async files(): Promise<readonly string[]> {
    const all = await this.#vitest.globTestSpecifications();
    return all.map(({ moduleId }) => moduleId);
  }

  /** Runs tests with no mutant on, and tells what each reaches; those that fail so are left out, and told. */
  async reach(paths: readonly string[]): Promise<readonly TestFile[]> {
    rmSync(join(this.#folder, "reached"), { recursive: true, force: true });
    mkdirSync(join(this.#folder, "reached"), { recursive: true });
    this.#turnOn(NONE);
    for (const { config } of this.#vitest.projects) config.bail = 0;
    const asked = paths.flatMap((path) => this.#vitest.getModuleSpecifications(path));
    const { testModules } = await this.#vitest.runTestSpecifications(asked);
    const reached = new Map<string, readonly number[]>();
    for (const name of readdirSync(join(this.#folder, "reached"))) {
      const told = JSON.parse(readFileSync(join(this.#folder, "reached", name), "utf8"));
      reached.set(told.file, told.reached);
    }
    for (const module of testModules)
      if (!module.ok()) {
        const [why] = [
          ...module.errors(),
          ...[...module.children.allTests("failed")].flatMap((test) => test.result().errors ?? []),
        ];
        console.log(`  without a change, ${module.relativeModuleId} fails: ${why?.message.split("\n")[0]}`);
      }
    // It says nothing about a change.
    return testModules.flatMap((module) =>
      module.ok()
        ? [{ path: module.moduleId, tookMs: tookMs(module), reached: reached.get(module.moduleId) ?? [] }]
        : [],
    );
  }

  /**
   * The test file that notices it, does so again when it is run alone, and passes alone with no mutant on: a busy machine fails
   * tests too.
   */
  async killer(id: number, paths: readonly string[]): Promise<string | undefined> {
    for (const { config } of this.#vitest.projects) {
      // The first test that notices it is enough.
      config.bail = 1;
      // The files of a run share its change, and what they load; the next run begins with processes of its own.
      config.isolate = false;
    }
    for (const path of await this.#failing(id, paths))
      if ((await this.#fails(id, path)) && !(await this.#fails(NONE, path))) return path;
    return undefined;
  }

  async #fails(id: number, path: string): Promise<boolean> {
    return (await this.#failing(id, [path])).length > 0;
  }

  async #failing(id: number, paths: readonly string[]): Promise<readonly string[]> {
    this.#turnOn(id);
    const specifications = paths.flatMap((path) => this.#vitest.getModuleSpecifications(path));
    if (specifications.length !== paths.length)
      throw new Error(`expected ${paths.length} test files, found ${specifications.length}`);
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(specifications);
    // An error outside of any test belongs to one of them.
    return unhandledErrors.length > 0 ? paths : failedOf(paths, testModules);
  }

  #turnOn(id: number): void {
    writeFileSync(join(this.#folder, "active"), String(id));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#vitest.close();
  }
}

function tookMs(module: TestModule): number {
  const { duration, collectDuration, setupDuration } = module.diagnostic();
  return duration + collectDuration + setupDuration;
}

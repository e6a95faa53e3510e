import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { type ControlRefusal, refuse } from "../../control/http/errors.js";
import { type FoundScenario, readScenarioText, type ScenarioText } from "../../control/world/read-scenario.js";
import { packagePath } from "../../package/files.js";

type Reading = FoundScenario | ControlRefusal;

/** How long one document may take, in milliseconds. 5 MB of rules take three seconds. */
const READ_MAX_MS = 10_000;
/** The memory limit of one document. 5 MB of YAML take 400 MB. */
const HEAP_MAX_MB = 512;
/** How long an unused thread stays, in milliseconds. */
const IDLE_MS = 5_000;
/** How many documents may wait. Each may have 5 MB. */
const WAITING_MAX = 8;

/**
 * Reads large documents one at a time in another thread, so that no other caller has to wait and no document can end
 * the process.
 */
export class ScenarioReader {
  readonly #file: string;
  readonly #readMaxMs: number;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor({ file = packagePath("dist/scenario-worker.js"), readMaxMs = READ_MAX_MS } = {}) {
    this.#file = file;
    this.#readMaxMs = readMaxMs;
  }

  async read(document: ScenarioText): Promise<Reading> {
    if (this.#waiting === WAITING_MAX) return tooMany;
    this.#waiting++;
    const reading = this.#last.then(() => this.#readNow(document));
    this.#last = reading.catch(() => {});
    try {
      return await reading;
    } finally {
      this.#waiting--;
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #readNow(document: ScenarioText): Promise<Reading> {
    // Without a build, there is no file for the thread, so it reads here.
    if (!existsSync(this.#file)) return readScenarioText(document);
    clearTimeout(this.#idle);
    if (!this.#worker) {
      this.#worker = new Worker(this.#file, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB } });
      this.#worker.unref();
      // Nobody waits for a late error, but without a listener it would end the process.
      this.#worker.on("error", () => {});
    }
    return this.#answerOf(this.#worker, document);
  }

  #answerOf(worker: Worker, document: ScenarioText): Promise<Reading> {
    return new Promise((answer) => {
      const read = (reading: Reading): void => {
        this.#idle = setTimeout(() => this.#end(worker), IDLE_MS).unref();
        give(reading);
      };
      const fail = (): void => {
        this.#end(worker);
        give(tooCostly);
      };
      const give = (reading: Reading): void => {
        clearTimeout(timer);
        worker.off("message", read).off("error", fail).off("exit", fail);
        answer(reading);
      };
      const timer = setTimeout(fail, this.#readMaxMs);
      worker.on("message", read).on("error", fail).on("exit", fail);
      worker.postMessage(document);
    });
  }

  #end(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
    void worker.terminate();
  }
}

const tooCostly = refuse(
  400,
  "too-large",
  "the document takes too long or too much memory to be read",
  "send less, or JSON: it takes a tenth of what YAML takes",
);
const tooMany = refuse(503, "busy", `${WAITING_MAX} large documents are being read`, "send it again");

import "../../support/dist.js";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { packagePath } from "../../../src/package/files.js";
import { environment, type Ran, type RunOptions, run } from "../../support/run-command.js";

export { type Ran, run };

/** A process of the built command line; `seen` resolves when its output has the text. */
export class Cli implements AsyncDisposable {
  stdout = "";
  stderr = "";
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #exit: Promise<unknown>;
  readonly #looks = new Set<() => void>();

  constructor(args: readonly string[], { cwd, env, input }: RunOptions = {}) {
    this.child = spawn(process.execPath, [packagePath("bin/payment-sandbox.js"), ...args], {
      cwd,
      env: environment(env),
      stdio: ["pipe", "pipe", "pipe"],
    });
    // A program that has read enough closes its end.
    this.child.stdin.on("error", () => {}).end(input);
    this.#exit = once(this.child, "close").then(() => this.#look());
    for (const name of ["stdout", "stderr"] as const)
      this.child[name].setEncoding("utf8").on("data", (text: string) => {
        this[name] += text;
        this.#look();
      });
  }

  #look(): void {
    for (const look of this.#looks) look();
  }

  /** Rejects where the process ends before it has said so. */
  seen(stream: "stdout" | "stderr", text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const isSaid = this[stream].includes(text);
        if (!isSaid && this.child.exitCode === null && this.child.signalCode === null) return;
        this.#looks.delete(look);
        if (isSaid) resolve();
        else reject(new Error(`expected ${JSON.stringify(text)} on ${stream}, found ${this.stdout}${this.stderr}`));
      };
      this.#looks.add(look);
      look();
    });
  }

  async ended(): Promise<Ran> {
    await this.#exit;
    return { exitCode: this.child.exitCode, stdout: this.stdout, stderr: this.stderr };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill("SIGKILL");
    await this.#exit;
  }
}

/** Runs a command line to its end in a process of its own. */
export const runProcess = (args: readonly string[], options?: RunOptions): Promise<Ran> =>
  new Cli(args, options).ended();

/** Starts a sandbox on a free port and waits for its ready line. */
export async function start(args: readonly string[] = [], options?: RunOptions): Promise<{ cli: Cli; url: string }> {
  const cli = new Cli(["start", "--port", "0", ...args], options);
  await cli.seen("stdout", "\n");
  return { cli, url: /ready at (\S+)/.exec(cli.stdout)![1]! };
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { signalGroup } from "../../../runs/process-group.js";
import { descendantsOf, killAll, markedWith, pidsNow } from "../../../runs/processes.js";
import { spawnWatched } from "../../../runs/watchdog.js";
import { tellingEnd } from "./telling-line.js";

/** The shop could not be started. */
export class ShopNotReady extends Error {}

export interface StartedShopOptions {
  /** A line for the system's shell. */
  readonly command: string;
  readonly cwd: string | undefined;
  /** The address to call until it answers. `{port}` stands for the port. Undefined: waits for the port. */
  readonly ready: string | undefined;
  readonly timeoutMs: number;
  /** Told once if the shop is still not ready after some seconds. */
  readonly waiting?: ((text: string) => void) | undefined;
}

interface ShopProcessOptions extends StartedShopOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;
  readonly signal: AbortSignal;
}

/** How often to try the port while the shop starts, in milliseconds. */
const LOOK_MS = 10;
/** How long the shop may take to be ready before that is told. */
const SILENT_MS = 5_000;
/** How long the last process of a killed group may take to end. */
const GONE_MS = 500;
const OUTPUT_CHARS = 10_000;
/** The shop may listen on only one of them. */
const LOOPBACK = ["127.0.0.1", "::1"] as const;
type Loopback = (typeof LOOPBACK)[number];

/** A shop that runs as a server in its own process group. The group ends with this process. */
export class ShopProcess {
  readonly #options: ShopProcessOptions;
  #child: ChildProcess | undefined;
  #unwatch = () => {};
  /** The processes that ran before it was started. */
  #before: ReadonlySet<number> = new Set();
  #output = "";
  #host: Loopback = "127.0.0.1";

  private constructor(options: ShopProcessOptions) {
    this.#options = options;
  }

  /** Resolves when the shop is ready. Throws ShopNotReady. */
  static async start(options: ShopProcessOptions): Promise<ShopProcess> {
    const shop = new ShopProcess(options);
    await shop.start();
    return shop;
  }

  get url(): string {
    return `http://${this.#host === "::1" ? "[::1]" : this.#host}:${this.#options.port}`;
  }

  /** The end of its output, from both streams. */
  get output(): string {
    return this.#output;
  }

  /** The process id of the group's leader. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const { command, cwd, env } = this.#options;
    this.#before = pidsNow();
    const { child, unwatch } = spawnWatched(() =>
      spawn(command, {
        shell: true,
        stdio: ["ignore", "pipe", "pipe"],
        ...(cwd !== undefined && { cwd }),
        env,
        detached: process.platform !== "win32",
      }),
    );
    this.#child = child;
    this.#unwatch = unwatch;
    const keep = (piece: string) => {
      this.#output = (this.#output + piece).slice(-OUTPUT_CHARS);
    };
    child.stdout.setEncoding("utf8").on("data", keep);
    child.stderr.setEncoding("utf8").on("data", keep);
    child.on("error", (error) => keep(error.message));
    try {
      await this.#ready(child);
    } catch (error) {
      await this.kill();
      throw error;
    }
  }

  async #ready(child: ChildProcess): Promise<void> {
    const { port, ready, timeoutMs, signal, waiting } = this.#options;
    const address = ready?.replaceAll("{port}", String(port));
    const what = address ?? `port ${port}, which is in PORT,`;
    const seconds = timeoutMs / 1000;
    const began = performance.now();
    const silentMs = Math.min(SILENT_MS, timeoutMs / 2);
    let isTold = false;
    for (;;) {
      const host = await hostAt(port);
      this.#host = host ?? this.#host;
      const isThere = address === undefined ? host : await answers(new URL(address, this.url).href);
      if (child.exitCode !== null || child.signalCode !== null) throw new ShopNotReady(this.#whyEnded(child));
      if (isThere) return;
      const waitedMs = performance.now() - began;
      if (signal.aborted || waitedMs > timeoutMs)
        throw new ShopNotReady(`${what} did not answer within ${seconds} s${tellingEnd(this.#output)}`);
      if (!isTold && waitedMs > silentMs) {
        isTold = true;
        waiting?.(
          `${what} does not answer yet; the shop has ${seconds} s in all (--timeout)${tellingEnd(this.#output)}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  #whyEnded({ exitCode, signalCode }: ChildProcess): string {
    const stay = exitCode === 0 ? ", and must stay in the foreground" : "";
    return `it ended with ${exitCode ?? signalCode}${stay}${tellingEnd(this.#output)}`;
  }

  /** Stops the whole group until it is killed. Does nothing on Windows. */
  freeze(): void {
    if (this.pid !== undefined) signalGroup(this.pid, "SIGSTOP");
  }

  /** Kills the whole group at once. Resolves when it has ended. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child?.pid === undefined) return;
    const isGone = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
    // Nothing is written and nothing is started while the shop's processes are looked for.
    signalGroup(child.pid, "SIGSTOP");
    // Once their parent has ended, nothing shows that they were the shop's.
    const left = descendantsOf(child.pid);
    signalGroup(child.pid, "SIGKILL");
    const folder = this.#options.env.PAYMENT_SANDBOX_STATE_DIR;
    const marked = folder === undefined ? [] : markedWith(`PAYMENT_SANDBOX_STATE_DIR=${folder}`, this.#before);
    // A worker that left the group still belongs to the shop, even if its parent has ended or its environment is empty.
    killAll([...left, ...marked]);
    await isGone;
    const latest = performance.now() + GONE_MS;
    // The port is free once the last process that listens on it has ended.
    while ((await hostAt(this.#options.port)) && performance.now() < latest)
      await new Promise((resolve) => setTimeout(resolve, 1));
    child.stdout?.destroy();
    child.stderr?.destroy();
    this.#unwatch();
  }
}

/** The loopback address at which the port answers. Undefined if it answers at none. */
async function hostAt(port: number): Promise<Loopback | undefined> {
  for (const host of LOOPBACK) if (await answersAt(port, host)) return host;
  return undefined;
}

/** True if a TCP connection to the port is accepted. */
export function answersAt(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
  });
}

async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, {
      redirect: "manual",
      // A connection that stays open would look like one that a worker still handles.
      headers: { connection: "close" },
      signal: AbortSignal.timeout(1000),
    });
    await response.body?.cancel();
    return response.status < 500;
  } catch {
    return false;
  }
}

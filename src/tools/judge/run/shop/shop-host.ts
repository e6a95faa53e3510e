import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageText } from "../../../../package/files.js";
import { temporaryFolder } from "../../../../package/writing.js";
import { runApart } from "../../../runs/child-process.js";
import type { PublicKey } from "../../mutants/variant.js";
import { freePort } from "./free-port.js";
import { answersAt, ShopNotReady, ShopProcess, type StartedShopOptions } from "./shop-process.js";
import { handlerOf } from "./worker.js";

/** The inputs of a run for its shop. */
export interface HostedRun {
  /** The environment that exec provides, plus the judge's variables. */
  readonly env: NodeJS.ProcessEnv;
  /** The fault of the public key's file. Undefined if the file is right. */
  readonly publicKey: PublicKey | undefined;
  readonly signal: AbortSignal;
}

/** A shop that runs as a server, separate from its driver. */
export interface HostedShop {
  readonly url: string;
  /** Further variables for the driver. */
  readonly env: Readonly<Record<string, string>>;
  /** Undefined if the judge did not start the shop. */
  readonly process?: KillableShop | undefined;
  readonly close: () => Promise<void>;
}

export interface KillableShop {
  /** Stops all processes of the shop until they are killed. Does nothing on Windows. */
  readonly freeze: () => void;
  /** Kills all processes of the shop at once, and starts it again in the same folder. Resolves when it is ready. */
  readonly crash: () => Promise<void>;
  /**
   * Kills only the process that handles the connection from this local port. False if that is the whole shop, or
   * unknown.
   */
  readonly crashHandler: (client: number) => boolean;
  /** The end of its output, from both streams. */
  readonly output: () => string;
}

/** Starts a shop for each run. Throws ShopNotReady. */
export interface ShopHost {
  readonly open: (run: HostedRun) => Promise<HostedShop>;
  /** True if all runs share one shop. */
  readonly isShared: boolean;
}

/** A shop that the judge starts. Each run has its own process, port and empty folder; the folder survives a kill. */
export const startedShop = (options: StartedShopOptions): ShopHost => ({
  isShared: false,
  open: async ({ env, publicKey, signal }) => {
    const folder = temporaryFolder("payment-sandbox-shop-");
    const state = mkdtempSync(join(folder, "state-"));
    const port = await freePort();
    const own = { PORT: String(port), PAYMENT_SANDBOX_STATE_DIR: state };
    try {
      const shop = await ShopProcess.start({
        ...options,
        port,
        signal,
        env: { ...env, ...own, ...(publicKey && keyVariable(publicKey, folder)) },
      });
      return {
        url: shop.url,
        // Every process with the shop's state folder in its environment is killed with the shop.
        env: { PORT: own.PORT, SHOP_URL: shop.url },
        process: {
          freeze: () => shop.freeze(),
          crash: async () => {
            await shop.kill();
            await shop.start();
          },
          crashHandler: (client) => killHandler(shop, port, client),
          output: () => shop.output,
        },
        close: async () => {
          await shop.kill();
          rmSync(folder, { recursive: true, force: true });
        },
      };
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  },
});

function killHandler({ pid }: ShopProcess, port: number, client: number): boolean {
  const handler = pid === undefined ? undefined : handlerOf(pid, port, client);
  if (handler === undefined) return false;
  process.kill(handler, "SIGKILL");
  return true;
}

const KEY = "PAYMENT_SANDBOX_PUBLIC_KEY_FILE";
/** The merchant's own public key, which a shop can mistake for the service's. */
const othersKey = (): string => packageText("fixtures/keys/demo-merchant.public.pem");
const UNREADABLE = "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEF\n-----END PUBLIC KEY-----\n";

function keyVariable(publicKey: PublicKey, folder: string): Readonly<Record<string, string | undefined>> {
  const file = join(folder, "notification.public.pem");
  switch (publicKey.kind) {
    case "unset":
      return { [KEY]: undefined };
    case "no-file":
      return { [KEY]: file };
    case "others":
      writeFileSync(file, othersKey());
      return { [KEY]: file };
    case "unreadable":
      writeFileSync(file, UNREADABLE);
      return { [KEY]: file };
  }
}

export interface RunningShopOptions {
  readonly url: string;
  /** A shell command that empties the shop and tells it the address of the run's sandbox. */
  readonly reset: string;
  readonly cwd: string | undefined;
  readonly timeoutMs: number;
}

/** A shop that is already running. Only one run at a time can use it. */
export const runningShop = ({ url, reset, cwd, timeoutMs }: RunningShopOptions): ShopHost => ({
  isShared: true,
  open: async ({ env, signal }) => {
    const own = { SHOP_URL: url.replace(/\/$/, "") };
    const ended = await runApart([reset], { cwd, env: { ...env, ...own }, timeoutMs, signal, isShellLine: true });
    if (ended.exitCode !== 0) {
      const line = ended.output.trim().split("\n").at(-1) ?? "";
      throw new ShopNotReady(
        `--reset ${ended.hasTimedOut ? "took too long" : `ended with ${ended.exitCode}`}: ${line}`,
      );
    }
    const { hostname, port, protocol, host } = new URL(url);
    if (!(await answersAt(Number(port) || (protocol === "https:" ? 443 : 80), hostname.replace(/^\[|\]$/g, ""))))
      throw new ShopNotReady(`nothing listens at ${host}, which --shop-url names`);
    return { url: own.SHOP_URL, env: own, close: async () => {} };
  },
});

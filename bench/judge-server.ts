import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at } from "./servers.ts";

const SHOP = at("../examples/shops/server/right.mjs");
export const DRIVER = at("../examples/shops/server/driver.mjs");
/** The options of `judge` that start the shop of a bare run. */
export const SHOP_OPTIONS = ["--shop", `exec "${process.execPath}" "${SHOP}"`, "--believes", "/beliefs"];
const LOOK_MS = 2;

let port = 19_000;

/** Starts the server shop, drives it and kills it, without a judge. */
export async function bareServerRun({ url }: { readonly url: string }, times: NodeJS.ProcessEnv): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), "bench-shop-"));
  const own = String(++port);
  const env = {
    ...times,
    PORT: own,
    SHOP_URL: `http://127.0.0.1:${own}`,
    PAYMENT_SANDBOX_URL: url,
    PAYMENT_SANDBOX_MERCHANT_ID: "3",
    PAYMENT_SANDBOX_PRIVATE_KEY_FILE: at("../fixtures/keys/demo-merchant.private.pem"),
    PAYMENT_SANDBOX_PUBLIC_KEY_FILE: at("../fixtures/keys/notification.public.pem"),
    PAYMENT_SANDBOX_STATE_DIR: folder.path,
  };
  const shop = spawn(process.execPath, [SHOP], { env, stdio: "ignore" });
  try {
    while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const [code] = await once(spawn(process.execPath, [DRIVER], { env, stdio: "ignore" }), "exit");
    if (code !== 0) throw new Error(`expected the driver to end well, found exit ${code}`);
  } finally {
    const gone = once(shop, "exit");
    shop.kill("SIGKILL");
    await gone;
  }
}

function answers(at: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(at, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

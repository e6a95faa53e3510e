// A right shop that runs before the judge comes: PORT=8080 node examples/shops/server/right-running.mjs
// With the word reset it is the shop's reset hook: it tells the running shop where the next sandbox is, and the shop empties its book.
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ServerShop } from "./skeleton.mjs";

const { env } = process;
const port = Number(env.PORT);

/** The sandbox's address and keys, as the judge gives them to the hook. */
const sandbox = () => Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith("PAYMENT_SANDBOX_")));

if (process.argv[2] === "reset") {
  const response = await fetch(`http://127.0.0.1:${port}/reset`, { method: "POST", body: JSON.stringify(sandbox()) });
  if (!response.ok) throw new Error(await response.text());
} else {
  const folder = mkdtempSync(join(tmpdir(), "payment-sandbox-shop-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit());

  /** The shop of this run; undefined before the first reset. */
  let shop;

  const reset = async (settings) => {
    await shop?.working;
    shop?.db.close();
    rmSync(join(folder, "run"), { recursive: true, force: true });
    mkdirSync(join(folder, "run"));
    Object.assign(env, settings, { PAYMENT_SANDBOX_STATE_DIR: join(folder, "run") });
    shop = new ServerShop();
    return [200, "empty"];
  };

  const answer = async (request) => {
    if (request.url === "/reset") return reset(JSON.parse(await text(request)));
    return shop ? shop.answer(request) : [503, "reset me first"];
  };

  const server = createServer((request, response) => {
    answer(request)
      .catch((error) => [500, String(error)])
      .then(([status, body]) => response.writeHead(status).end(body));
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  console.log(`the shop listens at http://127.0.0.1:${port}`);
}

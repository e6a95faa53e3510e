import { CannotStart } from "../../../package/errors.js";

/**
 * Says so if another sandbox has the port, and how to go on with the one at that address. `isListed`: it is one of this user that
 * `status` lists.
 */
export async function takenByOwn(
  { cause }: Error,
  port: number,
  goOn: (url: string, isListed: boolean) => string,
): Promise<CannotStart | undefined> {
  if ((cause as NodeJS.ErrnoException | undefined)?.code !== "EADDRINUSE") return undefined;
  const { foundSandboxes, isSandbox } = await import("../client/running.js");
  const own = (await foundSandboxes()).find(
    ({ url, identity }) => URL.parse(identity?.listens ?? url)?.port === `${port}`,
  );
  if (own) return new CannotStart(`port ${port} is in use by a sandbox of yours: ${goOn(own.url, true)}`);
  const url = `http://localhost:${port}`;
  if (!(await isSandbox(url))) return undefined;
  const whose = "one that an agent's client (mcp), exec or a test started, and that ends with it";
  return new CannotStart(`port ${port} is in use by a sandbox (${whose}): ${goOn(url, false)}`);
}

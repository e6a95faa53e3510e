import { CannotStart } from "../../../package/errors.js";

/** Says so if another sandbox of this user has the port, and how to go on with the one at that address. */
export async function takenByOwn(
  { cause }: Error,
  port: number,
  goOn: (url: string) => string,
): Promise<CannotStart | undefined> {
  if ((cause as NodeJS.ErrnoException | undefined)?.code !== "EADDRINUSE") return undefined;
  const { foundSandboxes } = await import("../client/running.js");
  const own = (await foundSandboxes()).find(
    ({ url, identity }) => URL.parse(identity?.listens ?? url)?.port === `${port}`,
  );
  return own && new CannotStart(`port ${port} is in use by a sandbox of yours: ${goOn(own.url)}`);
}

import type { Command } from "@commander-js/extra-typings";
import { canMeet, DEFAULT_LANE, fitsPattern, isPattern } from "../../../lane/ports/name.js";
import { CommandFailed, InvalidInput } from "../../../package/errors.js";
import { typed } from "../../../package/typed.js";
import { ControlClient, ControlRefusal, withoutLane } from "../../library/control-client.js";
import { addAddressOptions, callControl, failed, namedTarget, type ServerOptions } from "./client.js";
import type { ClientTarget } from "./command-names.js";

const MORE = `
Lists the lanes of a running sandbox, or drops them. In a pattern, * stands for any text; it needs quotes, and leaves the default lane
alone. A team's token sees and drops only its own lanes.

Examples:
  payment-sandbox lanes
  payment-sandbox lanes --json                   [{ name, url, seed, orders, calls }]
  payment-sandbox lanes drop refunds
  payment-sandbox lanes drop 'build-17-*'

calls counts acts on the hosted pages and settlements, too; it is missing for a lane that is not open.

Exit codes: 0 fine (also if no lane fits a pattern), 1 it refused, 2 usage or no such lane, 3 no sandbox answers`;

/** Lists a running sandbox's lanes, and drops them. */
export function addLanes(program: Command): void {
  const command = program
    .command("lanes")
    .description("list the lanes of a sandbox, and drop them by name or pattern")
    .addHelpText("after", MORE);
  const list = command.command("list", { isDefault: true }).description("list the lanes").option("--json", "as JSON");
  addAddressOptions(list.allowExcessArguments()).action(async ({ json, ...options }) => {
    if (list.args.length > 0)
      throw new InvalidInput(`lanes: expected list, or drop <name…>, found ${JSON.stringify(list.args.join(" "))}`);
    const { lanes, opens } = await callControl(await serverTarget(options), "GET /lanes", {});
    const fitting = opens === undefined ? "" : ` that fits ${opens}, which the token opens`;
    if (lanes.length === 0) process.stderr.write(`there is no lane${fitting}\n`);
    if (json) process.stdout.write(`${JSON.stringify(lanes, null, 2)}\n`);
    const width = Math.max(0, ...lanes.map(({ name }) => name.length));
    const line = ({ name, orders, calls }: (typeof lanes)[number]) =>
      `${name.padEnd(width)}  orders ${orders}, calls ${calls ?? "unknown"}\n`;
    if (!json) process.stdout.write(lanes.map(line).join(""));
  });
  const drop = command.command("drop").argument("<name...>", "names, or patterns in quotes").description("drop lanes");
  addAddressOptions(drop).action(async (wanted, options) => dropAll(await serverTarget(options), wanted));
}

/** The server, whichever lane its address names. */
export async function serverTarget(options: ServerOptions): Promise<ClientTarget> {
  const target = await namedTarget(options);
  return { ...target, base: withoutLane(target.base) };
}

/**
 * The lanes that are there, and those that names or patterns mean. No pattern means the default lane. Throws CommandFailed if the
 * token can open none of those that are meant.
 */
export async function lanesMeant(target: ClientTarget, wanted: readonly string[]) {
  const { lanes, opens } = await callControl(target, "GET /lanes", {});
  const isOpened = (text: string) =>
    opens === undefined || (isPattern(text) ? canMeet(opens, text) : fitsPattern(opens, text));
  const closed = wanted.filter((text) => !isOpened(text));
  if (closed.length > 0) throw new CommandFailed(`the token opens lanes ${opens}, not ${closed.join(", ")}`);
  const names = lanes.map(({ name }) => name);
  const fits = (name: string, text: string) => name === text || (name !== DEFAULT_LANE && fitsPattern(text, name));
  return { names, meant: names.filter((name) => wanted.some((text) => fits(name, text))) };
}

async function dropAll(target: ClientTarget, wanted: readonly string[]): Promise<void> {
  const { names, meant } = await lanesMeant(target, wanted);
  for (const name of meant) if (await isDropped(target, name)) process.stdout.write(`dropped ${name}\n`);
  // A pattern may fit nothing: a job that cleans up after green tests finds nothing to drop.
  const missing = wanted.filter((text) => !isPattern(text) && !names.includes(text));
  if (missing.length > 0)
    throw new InvalidInput(
      `there is no lane ${missing.map((name) => name || '""').join(", ")} at ${target.base}; ${typed()} lanes lists them`,
    );
  if (meant.length === 0) process.stdout.write("nothing to drop\n");
}

/** False if somebody else was faster. */
const isDropped = (target: ClientTarget, name: string): Promise<boolean> =>
  new ControlClient(target).call("DELETE /lanes/{name}", { params: { name } }).then(
    () => true,
    (error) => (error instanceof ControlRefusal && error.status === 404 ? false : failed(error, target)),
  );

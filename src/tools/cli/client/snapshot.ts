import type { Command } from "@commander-js/extra-typings";
import { fitsPattern, isPattern } from "../../../lane/ports/name.js";
import { addTargetOptions, callControl, controlTarget, inMadeLane } from "./client.js";
import type { ClientTarget } from "./command-names.js";
import { lanesMeant } from "./lanes.js";

const MORE = `
Examples:
  payment-sandbox snapshot save after-ten-sales
  payment-sandbox snapshot load after-ten-sales --lane refunds
  payment-sandbox snapshot list
  payment-sandbox snapshot delete after-ten-sales
  payment-sandbox snapshot delete 'build-17-*'   each that fits; * stands for any text, and needs quotes

Exit codes: 0 fine (also if none fits a pattern), 1 it refused, 2 usage or no such snapshot or lane, 3 no sandbox answers`;

/** Saves a lane of a running sandbox under a name, and restores a lane from it. */
export function addSnapshot(program: Command): void {
  const command = program
    .command("snapshot")
    .description("save a lane under a name, restore it later, list and delete what was saved")
    .addHelpText("after", MORE);
  addTargetOptions(command.command("save").argument("<name>").description("save the lane")).action(
    async (name, options) => {
      const target = await inMadeLane(await controlTarget(options));
      const { hint } = await callControl(target, "POST /snapshots", { body: { name } });
      process.stdout.write(`saved ${name}${hint === undefined ? "" : `; ${hint}`}\n`);
    },
  );
  addTargetOptions(command.command("load").argument("<name>").description("restore the lane")).action(
    async (name, options) => {
      const { lane } = await callControl(await controlTarget(options), "POST /snapshots/{name}/load", {
        params: { name },
        body: {},
      });
      process.stdout.write(`loaded ${name} into lane ${lane}\n`);
    },
  );
  const remove = command.command("delete").argument("<name...>", "names, or patterns in quotes");
  addTargetOptions(remove.description("delete snapshots")).action(async (wanted, options) =>
    deleteAll(await controlTarget(options), wanted),
  );
  addTargetOptions(command.command("list").description("list the snapshots")).action(async (options) => {
    for (const name of await savedNames(await controlTarget(options))) process.stdout.write(`${name}\n`);
  });
}

const savedNames = async (target: ClientTarget): Promise<readonly string[]> =>
  (await callControl(target, "GET /snapshots", {})).snapshots.map(({ name }) => name);

async function deleteAll(target: ClientTarget, wanted: readonly string[]): Promise<void> {
  const [patterns, names] = [wanted.filter(isPattern), wanted.filter((text) => !isPattern(text))];
  const saved = patterns.length === 0 ? [] : await savedNames(target);
  const meant = new Set([...names, ...saved.filter((name) => patterns.some((text) => fitsPattern(text, name)))]);
  const refused: unknown[] = [];
  for (const name of meant)
    await callControl(target, "DELETE /snapshots/{name}", { params: { name } }).then(
      () => process.stdout.write(`deleted ${name}\n`),
      (error) => refused.push(error),
    );
  if (refused.length > 0) throw refused[0];
  if (meant.size > 0) return;
  // A token of another team would find nothing, too.
  await lanesMeant(target, wanted);
  process.stdout.write("nothing to delete\n");
}

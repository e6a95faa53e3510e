import type { Command } from "@commander-js/extra-typings";
import { addTargetOptions, callControl, controlTarget, inMadeLane } from "./client.js";

const MORE = `
Examples:
  payment-sandbox snapshot save after-ten-sales
  payment-sandbox snapshot load after-ten-sales --lane refunds
  payment-sandbox snapshot list
  payment-sandbox snapshot delete after-ten-sales

Exit codes: 0 fine, 1 it refused, 2 usage or no such snapshot or lane, 3 no sandbox answers`;

/** Saves a lane of a running sandbox under a name, and restores a lane from it. */
export function addSnapshot(program: Command): void {
  const command = program
    .command("snapshot")
    .description("save a lane under a name, restore it later, list and delete what was saved")
    .addHelpText("after", MORE);
  addTargetOptions(command.command("save").argument("<name>").description("save the lane")).action(
    async (name, options) => {
      await callControl(await inMadeLane(await controlTarget(options)), "POST /snapshots", { body: { name } });
      process.stdout.write(`saved ${name}\n`);
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
  addTargetOptions(command.command("delete").argument("<name>").description("delete the snapshot")).action(
    async (name, options) => {
      await callControl(await controlTarget(options), "DELETE /snapshots/{name}", { params: { name } });
      process.stdout.write(`deleted ${name}\n`);
    },
  );
  addTargetOptions(command.command("list").description("list the snapshots")).action(async (options) => {
    const { snapshots } = await callControl(await controlTarget(options), "GET /snapshots", {});
    for (const { name } of snapshots) process.stdout.write(`${name}\n`);
  });
}

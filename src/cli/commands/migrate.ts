import type { Command } from "commander";
import { optionRows } from "../../config/options.js";
import { resolveSettings } from "../../config/resolve.js";
import { InvalidInput } from "../../package/errors.js";
import { addServerOptions, chosenByFlags } from "../server-options.js";

const MORE = `
A node that starts does the same by itself, the first one for all. Nodes of the version before go on serving meanwhile.

Examples:
  payment-sandbox migrate --store postgres://sandbox:secret@db.internal/sandbox
  payment-sandbox migrate --check                  the store of PAYMENT_SANDBOX_STORE, or of the config file

Exit codes: 0 the schema is this version's, 1 --check found something to do, 2 usage, 3 the store cannot be used, or its schema is newer`;

const asked = optionRows.filter(({ name }) => name === "store" || name === "config");

export function migrateCommand(program: Command): void {
  const command = program.command("migrate").description("bring the schema of a PostgreSQL store to this version");
  addServerOptions(command, asked)
    .option("--check", "change nothing, say what there is to do")
    .addHelpText("after", MORE)
    .action(async ({ check }: { check?: true }) => {
      const { settings } = await resolveSettings({
        flags: chosenByFlags(command),
        env: process.env,
        cwd: process.cwd(),
      });
      if (settings.store === undefined) throw new InvalidInput("which store? Give --store postgres://…");
      const { migrateStore } = await import("../../store/postgres/migrate-store.js");
      const { found, wanted, pending } = await migrateStore(settings.store, { isCheck: check === true });
      const did = check ? "to do" : "done";
      for (const step of pending) process.stdout.write(`${did}: ${step}\n`);
      if (pending.length === 0)
        process.stdout.write(`nothing to do: the schema is ${found}, as this version wants it\n`);
      else process.stdout.write(`schema ${found} → ${wanted}\n`);
      if (check && pending.length > 0) process.exitCode = 1;
    });
}

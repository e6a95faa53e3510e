import type { Command } from "@commander-js/extra-typings";
import { InvalidInput } from "../../../package/errors.js";
import { addServerOptions, resolvedFor } from "./server-options.js";

const MORE = `
The first node that starts does this automatically. Nodes of the previous version keep serving meanwhile,
and can be started again on the new schema: a roll-back needs no migration.

Examples:
  payment-sandbox migrate --store postgres://sandbox:secret@db.internal/sandbox
  payment-sandbox migrate --check                  the store of PAYMENT_SANDBOX_STORE, or of the config file

Exit codes: 0 the schema is up to date, 1 --check found pending migrations, 2 usage, 3 the store cannot be used, or its schema is too new`;

export function addMigrate(program: Command): void {
  const command = program.command("migrate").description("update the schema of a PostgreSQL store to this version");
  addServerOptions(command, { only: ["store", "config"] })
    .option("--check", "change nothing; report pending migrations")
    .addHelpText("after", MORE)
    .action(async ({ check }) => {
      const { settings } = await resolvedFor(command);
      if (settings.store === undefined) throw new InvalidInput("no store given: add --store postgres://…");
      const { migrateStore } = await import("../../../lane/store/postgres/schema/migrate.js");
      const { found, wanted, pending } = await migrateStore(settings.store, {
        isCheck: check === true,
        waits: () => void process.stderr.write("waiting for another process that is migrating this schema\n"),
      });
      const did = check ? "to do" : "done";
      for (const step of pending) process.stdout.write(`${did}: ${step}\n`);
      if (pending.length === 0)
        process.stdout.write(
          found > wanted
            ? `nothing to do: the schema is ${found}, newer than this version's ${wanted}, and still serves it\n`
            : `nothing to do: the schema is ${found}, which this version needs\n`,
        );
      else process.stdout.write(`schema ${found} → ${wanted}\n`);
      if (check && pending.length > 0) process.exitCode = 1;
    });
}

import { CannotStart } from "../../package/errors.js";
import { addressOf } from "./address.js";
import { Database } from "./database.js";
import { migrate, type SchemaState, schemaState } from "./migrate.js";

/** Brings a store's schema to this version, or only looks. Throws CannotStart where it cannot be reached, or is newer. */
export async function migrateStore(store: string, { isCheck }: { readonly isCheck: boolean }): Promise<SchemaState> {
  const address = addressOf(store);
  const database = new Database(address);
  try {
    return await (isCheck ? schemaState(database, address) : migrate(database, address));
  } catch (error) {
    if (error instanceof CannotStart) throw error;
    throw new CannotStart(`the store ${address.shown} cannot be used: ${(error as Error).message}`, { cause: error });
  } finally {
    await database.close();
  }
}

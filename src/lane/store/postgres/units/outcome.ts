import { setTimeout as pause } from "node:timers/promises";
import { StoreUnavailable } from "../../../ports/store-errors.js";
import type { Statement } from "../connection/connection.js";
import type { Database } from "../connection/database.js";

/** How long to query the outcome of a commit whose answer was lost, in milliseconds. */
const OUTCOME_MAX_MS = 10_000;
const ASK_AGAIN_MS = 50;

const transactionStatus: Statement = {
  name: "transaction-status",
  text: "SELECT pg_xact_status($1::xid8) AS status",
};

/** A transaction whose commit got no answer. */
export interface CutTransaction {
  readonly xid: string;
  readonly timeline: string | undefined;
}

type Outcome = "kept" | "lost" | "unknown" | undefined;

/** Throws if the transaction was rolled back, or if its outcome can't be determined. */
export const assertCommitted = (database: Database, { xid, timeline }: CutTransaction, cut: unknown): Promise<void> =>
  ask(cut, () =>
    database.connected(async (connection) => {
      // After a fail-over, the id may belong to another transaction.
      if (connection.timeline !== timeline) return "unknown";
      const [row] = await connection.rows(transactionStatus, [xid]);
      if (row?.status === "committed") return "kept";
      return row?.status === "aborted" ? "lost" : undefined;
    }),
  );

/** The connection broke during a commit. Finds out whether it was stored, before anything is answered. */
async function ask(cut: unknown, outcome: () => Promise<Outcome>): Promise<void> {
  const until = Date.now() + OUTCOME_MAX_MS;
  for (;;) {
    // If the database can't be reached, tries again.
    const found = await outcome().catch(() => undefined);
    if (found === "kept") return;
    if (found === "lost") throw cut;
    if (found === "unknown" || Date.now() > until)
      throw new StoreUnavailable(
        "the database went away in the middle of a commit, and it is not known whether this happened: look it up before you send it again",
        { cause: cut },
      );
    await pause(ASK_AGAIN_MS);
  }
}

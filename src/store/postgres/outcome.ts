import { setTimeout as pause } from "node:timers/promises";
import { LaneGone, StoreUnavailable } from "../../app/ports/store-errors.js";
import type { Database, Statement } from "./database.js";

/** How long the outcome of a commit is asked for whose answer was lost, in milliseconds. */
const OUTCOME_MAX_MS = 10_000;
const ASK_AGAIN_MS = 50;

const transactionStatus: Statement = {
  name: "transaction-status",
  text: "SELECT pg_xact_status($1::xid8) AS status",
};

/** From here on what was sent at this version comes to nothing; where it is under way, its end is waited for. */
const fence: Statement = {
  name: "fence",
  text: "UPDATE lanes SET version = version + 1 WHERE id = $1 AND version = $2 RETURNING id",
};
const wroteCall: Statement = {
  name: "wrote-call",
  text: `SELECT EXISTS (SELECT 1 FROM exchanges WHERE lane_id = $1 AND id = $2 AND node = $3) AS is_written,
    EXISTS (SELECT 1 FROM lanes WHERE id = $1 AND dropped_at IS NULL) AS is_there`,
};

/** Throws where the transaction was rolled back, and where that cannot be found out. */
export const assertCommitted = (database: Database, xid: string, cut: unknown): Promise<void> =>
  ask(cut, async () => {
    const [row] = await database.rows(transactionStatus, [xid]);
    if (row?.status === "committed") return "kept";
    return row?.status === "aborted" ? "lost" : undefined;
  });

/** A write that held no lock: the last call in it, the version that it built on, and who wrote. */
export interface Sent {
  readonly laneId: number;
  readonly node: string;
  readonly version: number;
  readonly exchangeId: number;
}

/** Throws where nothing of it was kept, and where that cannot be found out. A node writes a call of one id once. */
export const assertWritten = (database: Database, { laneId, node, version, exchangeId }: Sent, cut: unknown) =>
  ask(cut, async () => {
    const [fenced] = await database.rows(fence, [laneId, version]);
    if (fenced) return "lost";
    const [{ is_written, is_there }] = await database.rows(wroteCall, [laneId, exchangeId, node]);
    if (!is_there) throw new LaneGone();
    return is_written ? "kept" : "lost";
  });

/** The connection was cut while a commit was under way: it is looked up before anything is answered. */
async function ask(cut: unknown, outcome: () => Promise<"kept" | "lost" | undefined>): Promise<void> {
  const until = Date.now() + OUTCOME_MAX_MS;
  for (;;) {
    const found = await outcome().catch(unlessGone);
    if (found === "kept") return;
    if (found === "lost") throw cut;
    if (Date.now() > until)
      throw new StoreUnavailable(
        "the database went away in the middle of a commit, and it is not known whether this happened: look it up before you send it again",
        { cause: cut },
      );
    await pause(ASK_AGAIN_MS);
  }
}

/** A database that is away is asked again. */
function unlessGone(error: unknown): undefined {
  if (error instanceof LaneGone) throw error;
}

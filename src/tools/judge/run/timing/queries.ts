import { type Exchange, requestId } from "../../../../lane/ports/exchange.js";
import type { HeldQuery, Scene } from "./scene.js";

/** The bounds of the time that the handler of a second event may take, in milliseconds. */
export const PATIENCE_MIN_MS = 400;
export const PATIENCE_MAX_MS = 5_000;

/** Resolves when the query may be answered. */
export function holdQuery(scene: Scene, { id, operation }: Exchange): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const name = `${operation} (${requestId(id)})`;
  const asker = scene.parties.findLast(({ isDone, hasAsked }) => !isDone && !hasAsked);
  if (asker) asker.hasAsked = true;
  scene.say(`${asker === undefined ? "the shop" : `the handler of ${asker.name}`} asks ${name}, which waits`);
  const release = () => {
    query.isReleased = true;
    resolve();
  };
  const query: HeldQuery = { name, asker, release, isReleased: false };
  scene.queries.push(query);
  return promise;
}

/**
 * Answers a query, and waits until its handler has ended or has sent another one. True if nothing shows what the shop
 * does next, because the handler has ended or isn't known.
 */
export async function answerHeldQuery(scene: Scene, index: number): Promise<boolean> {
  const { queries, turns } = scene;
  const query = queries[index];
  if (!query) return false;
  scene.say(`${query.name} is answered`);
  const waiting = queries.length;
  query.release();
  const { asker } = query;
  const isOver = () => !asker || asker.isDone || queries.length > waiting;
  // A handler that has ended can't wait, so the queries of other handlers may be assigned wrongly too.
  const isUnsure = () => queries.some((one) => !one.isReleased && (one.asker === undefined || one.asker.isDone));
  if (!(await turns.until(isOver, PATIENCE_MIN_MS)) && !isUnsure())
    await turns.until(() => isOver() || isUnsure(), PATIENCE_MAX_MS);
  // After a timed-out attempt, the shop's handler may still run, but nothing shows when it ends.
  return !asker || asker.isDone;
}

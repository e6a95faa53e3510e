import { chmodSync, cpSync, existsSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { earliest, later, latest } from "../../../core/domain/money.js";
import type { Store } from "../../../lane/ports/store.js";
import { JournalBudget } from "../../../lane/store/journal-budget.js";
import { isTaken, LOCK_FILE } from "../../../lane/store/sqlite/files/folder-lock.js";
import { FolderLanes } from "../../../lane/store/sqlite/lane-storage.js";
import { LaneTime } from "../../../lane/time/lane-clock.js";
import { CannotStart, InvalidInput } from "../../../package/errors.js";
import { temporaryFolder } from "../../../package/writing.js";
import type { Settings } from "../../../server/options/settings.js";
import { isRunning } from "../../runs/processes.js";

/**
 * A copy of a kept data folder, in which no time passes: each lane's clock stands where the run left it, so nothing is sent and
 * nothing expires. The folder stays as it is. The copy is removed when the process ends, or by
 * the next look if it was killed. Throws CannotStart if a lane cannot be read, unless the user wants it left out.
 */
export async function standingCopy(
  folder: string,
  { skipBrokenLanes }: Pick<Settings, "skipBrokenLanes">,
): Promise<{ readonly dataDir: string; readonly warnings: readonly string[] }> {
  if (!existsSync(join(folder, LOCK_FILE)))
    throw new InvalidInput(
      `--look: ${folder} is no data folder: it has no ${LOCK_FILE}. Name the folder that --data-dir named`,
    );
  // A copy of what is being written may be torn.
  if (isTaken(folder))
    throw new InvalidInput(`--look: ${folder} is in use by a running sandbox: ask that one, or stop it`);
  removeLeft();
  const copy = temporaryFolder(`${COPY}${process.pid}-`);
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  cpSync(folder, copy, { recursive: true });
  // A kept folder may be read-only.
  for (const path of ["", ...readdirSync(copy, { recursive: true, encoding: "utf8" })])
    chmodSync(join(copy, path), 0o700);
  const broken: string[] = [];
  const lanes = FolderLanes.take(copy, { seed: 1, journalBudget: new JournalBudget(Number.POSITIVE_INFINITY) });
  try {
    for (const name of lanes.lanesAtStart())
      try {
        const { store } = await lanes.open(name, { seed: lanes.seed, invariantRules: undefined });
        await standStill(store).finally(() => store.close());
      } catch (error) {
        const why = lanes.whyUnreadable(error);
        if (why === undefined) throw error;
        broken.push(`${lanes.placeOf(name).replace(copy, folder)}, cannot be read: ${why}`);
        await lanes.remove(name);
      }
  } finally {
    await lanes.close();
  }
  if (broken.length > 0 && !skipBrokenLanes)
    throw new CannotStart(`--look: ${broken.join("; ")}: --skip-broken-lanes leaves such lanes out`);
  return { dataDir: copy, warnings: broken.map((one) => `left out: ${one}`) };
}

const COPY = "payment-sandbox-look-";

/** Removes the copies of processes that were killed, so that none stays for long. */
function removeLeft(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = name.startsWith(COPY) ? (/^(\d+)-/.exec(name.slice(COPY.length)) ?? []) : [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Another user's.
    }
  }
}

/** Stops the lane's clock at its last entry, but before anything is due. */
async function standStill(store: Store): Promise<void> {
  const { views } = store;
  const [{ now }, [call], [attempt], due] = await Promise.all([
    views.lane(),
    views.exchanges({ limit: 1 }),
    views.attempts({ limit: 1 }),
    views.nextDue({ expiries: true }),
  ]);
  const seen = [call?.at, attempt?.at].filter((at) => at !== undefined);
  const last = seen.length === 0 ? now : earliest(now, latest(...seen));
  await new LaneTime(store).freeze(due === undefined ? last : earliest(last, later(due, -1)));
}

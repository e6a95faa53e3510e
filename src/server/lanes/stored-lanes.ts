import { plural } from "../../core/scenario/values/plural.js";
import type { Lane } from "../../lane/lane.js";
import { CannotStart } from "../../package/errors.js";
import type { LanesOptions } from "./lane-opener.js";

/**
 * Opens the lanes that are in files, before the server answers. Moves unreadable ones aside if the user asked for that.
 * Otherwise throws an error that names all of them.
 */
export async function openStoredLanes(
  { settings, log, storage }: Pick<LanesOptions, "settings" | "log" | "storage">,
  open: (name: string) => Promise<Pick<Lane, "store">>,
): Promise<void> {
  const { files } = storage;
  if (!files) return;
  const broken: string[] = [];
  const overdue: string[] = [];
  for (const name of files.lanesAtStart()) {
    try {
      // Before the lane's timer does what is due.
      if (await isOverdue(await open(name))) overdue.push(name);
    } catch (error) {
      const why = files.whyUnreadable(error);
      if (why === undefined) throw error;
      if (!settings.skipBrokenLanes) broken.push(`${storage.placeOf(name)}, cannot be read: ${why}`);
      else
        log.warn(`lane ${name} starts empty: its unreadable file was moved to ${files.setAside(name)}: ${why}`, {
          lane: name,
        });
    }
  }
  if (broken.length > 0) throw new CannotStart(`${broken.join("; ")}: --skip-broken-lanes moves such files aside`);
  if (overdue.length > 0) log.warn(overdueText(overdue));
}

async function isOverdue({ store: { views } }: Pick<Lane, "store">): Promise<boolean> {
  const { now } = await views.lane();
  const due = await views.nextDue({ expiries: true });
  return due !== undefined && due <= now;
}

const overdueText = (names: readonly string[]): string => {
  const told = names.length > TOLD_MAX ? `${names.slice(0, TOLD_MAX).join(", ")}, …` : names.join(", ");
  return `in ${plural(names.length, "lane")} of the data folder (${told}) something was due: orders expire and notifications are sent now. To look at a folder as a run left it, use start --look <dir>`;
};

const TOLD_MAX = 5;

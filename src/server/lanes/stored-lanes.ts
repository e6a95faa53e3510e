import { CannotStart } from "../../package/errors.js";
import type { LanesOptions } from "./lane-opener.js";

/**
 * Opens the lanes that are in files, before the server answers. Moves unreadable ones aside if the user asked for that.
 * Otherwise throws an error that names all of them.
 */
export async function openStoredLanes(
  { settings, log, storage }: Pick<LanesOptions, "settings" | "log" | "storage">,
  open: (name: string) => Promise<unknown>,
): Promise<void> {
  const { files } = storage;
  if (!files) return;
  const broken: string[] = [];
  for (const name of files.lanesAtStart()) {
    try {
      await open(name);
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
}

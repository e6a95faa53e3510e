/** File systems that take `A` and `a` for the same name. */
const foldsCase = (platform: NodeJS.Platform): boolean => platform === "win32" || platform === "darwin";

/** What Windows keeps for devices, with any ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
/** No name of a lane or a snapshot has it. */
const MARK = "~";

/** How a lane or a snapshot is called on disk: its name, marked where the file system would take it for another one. */
export function fileNameOf(name: string, platform: NodeJS.Platform = process.platform): string {
  if (!foldsCase(platform)) return name;
  const apart = name.replace(/[A-Z]/g, (letter) => MARK + letter.toLowerCase());
  return DEVICE.test(apart) ? MARK + MARK + apart : apart;
}

/** The name that a file stands for, whichever system wrote it. */
export const nameOfFile = (file: string): string =>
  file.replace(/^~~/, "").replace(/~([a-z])/g, (_, letter: string) => letter.toUpperCase());

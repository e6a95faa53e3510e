const TEXT_CHARS = 100;

/** A merchant's text, short enough for a page. */
export const clipped = (text: string): string =>
  (text.length > TEXT_CHARS ? `${text.slice(0, TEXT_CHARS)}…` : text).toWellFormed();

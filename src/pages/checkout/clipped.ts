const TEXT_CHARS = 100;

/** A merchant's text, cut to a length that fits a page. */
export const clipped = (text: string): string =>
  (text.length > TEXT_CHARS ? `${text.slice(0, TEXT_CHARS)}…` : text).toWellFormed();

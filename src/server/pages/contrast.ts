import { hexOf } from "../../core/facts/colours.js";

/** The colour in lower case. Undefined for anything else, so that no merchant's text can get into a style sheet. */
export const colour = (text: string | undefined): string | undefined =>
  text !== undefined && hexOf(text) !== undefined ? text.trim().toLowerCase() : undefined;

/** The relative luminance of a colour on white, 0 to 1 (WCAG 2.2). */
function luminance(colour: string): number {
  const hex = hexOf(colour) ?? "#000000";
  const alpha = Number.parseInt(hex.slice(7) || "ff", 16) / 255;
  const channel = (from: number): number => {
    const c = 1 - alpha + (alpha * Number.parseInt(hex.slice(from, from + 2), 16)) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const mostReadable = (on: string, candidates: readonly string[]): string =>
  candidates.find((c) => contrast(c, on) >= 4.5) ??
  [...candidates].sort((a, b) => contrast(b, on) - contrast(a, on))[0] ??
  "#000000";

const ACCENT = "#1747b5";
const BACKGROUND = "#eef1f7";

interface Palette {
  readonly background: string;
  /** For text directly on the background. */
  readonly text: string;
  readonly button: string;
  readonly buttonText: string;
}

/** Keeps the given colours exactly. Chooses the others so that text has a readable contrast (4.5 to 1). */
export function pageColours(given: {
  readonly themeColor?: string | undefined;
  readonly buttonBackgroundColor?: string | undefined;
  readonly buttonFontColor?: string | undefined;
}): Palette {
  const background = colour(given.themeColor) ?? BACKGROUND;
  const font = colour(given.buttonFontColor);
  const button =
    colour(given.buttonBackgroundColor) ?? (font ? mostReadable(font, [ACCENT, "#ffffff", "#101828"]) : ACCENT);
  return {
    background,
    text: mostReadable(background, ["#1d2536", "#ffffff", "#000000"]),
    button,
    buttonText: font ?? mostReadable(button, ["#ffffff", "#101828", "#000000"]),
  };
}

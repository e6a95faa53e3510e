import names from "css-color-names/css-color-names.json" with { type: "json" };

/** The names of colours (CSS Color 4), each as #RRGGBB; `transparent` as #RRGGBBAA. */
const named: Readonly<Record<string, string>> = { ...names, transparent: "#00000000" };

const HEX = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/;

/** #RRGGBB or #RRGGBBAA, in lower case, of a colour as CSS spells it (hex digits or a name); undefined for anything else. */
export function hexOf(colour: string): string | undefined {
  const text = colour.trim().toLowerCase();
  if (Object.hasOwn(named, text)) return named[text];
  if (!HEX.test(text)) return undefined;
  return text.length < 7 ? text.replace(/[0-9a-f]/g, "$&$&") : text;
}

/** The published form: #RRGGBB. */
export const isPublishedColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

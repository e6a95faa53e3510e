import { allColours, sequenceStyle, typeface } from "../../../../package/palette.js";
import { consoleStyle } from "../../script.js";

/** The console's whole style: the colours and diagrams that reports have too, and `console.css`. */
export const consoleStyles = (): string =>
  `${allColours}${sequenceStyle}:root{--typeface:${typeface}}${consoleStyle()}`.replace(/\n/g, "");

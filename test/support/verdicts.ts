import type { Calibration } from "../../src/server/options/calibration.js";
import type { Hidden } from "./stand-in.js";

/** What a calibration says that is not so. */
export function wrongly(calibration: Calibration, hidden: Hidden): readonly string[] {
  const choices = Object.entries(calibration.assumptions)
    .filter(([id, { choice }]) => (hidden.assumptions[id] ?? choice) !== choice)
    .map(([id, { choice, confidence }]) => `${id}: ${choice} (${confidence}), is ${hidden.assumptions[id]}`);
  const codes = Object.entries(calibration.responseCodes).flatMap(([name, { code, message }]) => {
    const row = hidden.responseCodes[name];
    if (row === undefined) return [];
    const isRight = row.code === code && (message === undefined || message === row.message);
    return isRight ? [] : [`${name}: ${code} ${message}, is ${row.code} ${row.message}`];
  });
  return [...choices, ...codes];
}

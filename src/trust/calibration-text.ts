import { renameSync, writeFileSync } from "node:fs";
import { stringify } from "yaml";
import type { Calibration } from "../config/calibration.js";

const HEAD = `\
# What payment-sandbox calibrate found out. Card numbers and signatures are masked.
# In payment-sandbox.config.yaml the line "calibration: <this file>" makes the sandbox answer so.
`;

export const calibrationText = (calibration: Calibration): string =>
  `${HEAD}${stringify(calibration, { lineWidth: 0, aliasDuplicateObjects: false })}`;

/** Writes it aside and puts it in place: a run that is stopped leaves a whole file. */
export function writeCalibration(path: string, calibration: Calibration): void {
  const aside = `${path}.${process.pid}.tmp`;
  writeFileSync(aside, calibrationText(calibration));
  renameSync(aside, path);
}

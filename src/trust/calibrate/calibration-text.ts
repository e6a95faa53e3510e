import { stringify } from "yaml";
import type { Calibration } from "../../config/calibration.js";
import { writeWhole } from "../../package/whole-file.js";

const HEAD = `\
# What payment-sandbox calibrate found out. Card numbers and signatures are masked.
# In payment-sandbox.config.yaml the line "calibration: <this file>" makes the sandbox answer so.
`;

export const calibrationText = (calibration: Calibration): string =>
  `${HEAD}${stringify(calibration, { lineWidth: 0, aliasDuplicateObjects: false })}`;

/** Writes atomically, so that a stopped run still leaves a complete file. */
export const writeCalibration = (path: string, calibration: Calibration): void =>
  writeWhole(path, calibrationText(calibration));

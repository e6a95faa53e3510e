import { rmSync } from "node:fs";
import { readRegular } from "../../../../package/regular-file.js";
import { type DriverAct, LIST, type ListedAct, listedActs } from "../../mutants/driver-act.js";

/** The environment of the shop: it isn't told that the shopper will click too often. */
export const noShopper = { PAYMENT_SANDBOX_SHOPPER: undefined, PAYMENT_SANDBOX_SHOPPER_FILE: undefined } as const;

/** Asks the driver for an act of the shopper, if there is one. The driver writes into the file that it did so. */
export function askedShopper(act: DriverAct | typeof LIST | undefined, file: string) {
  return {
    variables: act && { PAYMENT_SANDBOX_SHOPPER: act, PAYMENT_SANDBOX_SHOPPER_FILE: file },
    /** The act that the driver reported. Undefined if it isn't the one that it was asked for. */
    done: (): DriverAct | undefined => (act !== undefined && act !== LIST && textIn(file) === act ? act : undefined),
    /** The acts that the driver listed. */
    can: (): readonly ListedAct[] => listedActs.filter((one) => textIn(file)?.split(/\s+/).includes(one)),
    close: () => rmSync(file, { recursive: true, force: true }),
  };
}

/** A driver that made something else than a file of it has reported nothing. */
function textIn(file: string): string | undefined {
  try {
    return readRegular(file)?.text.trim();
  } catch {
    return undefined;
  }
}

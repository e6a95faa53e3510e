import type { OwnCodes } from "../facts/codes.js";
import { responseCodesSchema } from "./response-codes.js";
import { readStrictFile } from "./strict-file.js";

/**
 * Reads a file of response codes. `shown` is its name in messages. Throws InvalidInput with a line for each fault.
 */
export const readResponseCodes = (path: string, shown: string): OwnCodes =>
  readStrictFile({
    path,
    shown,
    schema: responseCodesSchema(),
    atLeast: "a table of response codes",
    missing: `responseCodes: no such file: ${shown}`,
  }) as OwnCodes;

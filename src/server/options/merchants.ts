import { resolve } from "node:path";
import * as z from "zod";
import type { Capabilities } from "../../core/domain/decision.js";
import { type Currency, type MinorUnits, minorUnitsOf } from "../../core/domain/money.js";
import { limits } from "../../core/facts/limits.js";
import { paymentMethods } from "../../core/facts/methods.js";
import { balanceSchema } from "../../core/scenario/values/number-or-digits.js";
import { readPublicKeys } from "../../core/signing/keys.js";
import { textOfNamed, whyNoFile } from "../../package/regular-file.js";
import type { ReadingContext } from "./paths.js";

export interface MerchantSetting {
  readonly merchantId: number;
  readonly publicKeys?: readonly string[] | undefined;
  /** In minor units. */
  readonly unsettledMinor?: Readonly<Partial<Record<Currency, MinorUnits | undefined>>> | undefined;
  readonly capabilities?: Capabilities | undefined;
}

export const merchantSchema = () =>
  z.strictObject({
    id: z.int().min(1).max(limits.idMax.value),
    publicKeys: z.array(z.string().min(1)).optional(),
    unsettledBalance: z.strictObject({ HKD: balanceSchema().optional(), USD: balanceSchema().optional() }).optional(),
    capabilities: z
      .partialRecord(
        z.enum(paymentMethods),
        z.strictObject({ refund: z.boolean().optional(), void: z.boolean().optional() }).optional(),
      )
      .optional(),
  });

type Merchant = z.output<ReturnType<typeof merchantSchema>>;

export function merchantOf(
  { id, publicKeys, unsettledBalance, capabilities }: Merchant,
  reading: ReadingContext,
): MerchantSetting {
  return {
    merchantId: id,
    publicKeys: publicKeys?.map((key, i) => reading.at(["publicKeys", i], () => publicKeyText(key, reading.folder))),
    unsettledMinor: unsettledBalance && { HKD: minor(unsettledBalance.HKD), USD: minor(unsettledBalance.USD) },
    capabilities: capabilities && capabilitiesOf(capabilities),
  };
}

/** A method whose value is undefined counts as left out. */
const capabilitiesOf = (given: NonNullable<Merchant["capabilities"]>): Capabilities =>
  Object.fromEntries(Object.entries(given).filter(([, can]) => can !== undefined));

const minor = (amount: number | undefined): MinorUnits | undefined =>
  amount === undefined ? undefined : minorUnitsOf(amount);

/** A public key: PEM, bare base64, or the path of a file with one. */
function publicKeyText(keyOrPath: string, folder: string): string {
  const path = resolve(folder, keyOrPath);
  const isFile = keyOrPath.length < 200 && whyNoFile(path) === undefined;
  const key = isFile ? textOfNamed(path, { isPem: true }) : keyOrPath;
  readPublicKeys(key);
  return key;
}

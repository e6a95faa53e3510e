import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import * as z from "zod";
import { cataloguePath } from "../catalogue/scenario-files.js";
import { defaultPolicy, type Policy } from "../facts/assumptions.js";
import { InvalidInput } from "../package/errors.js";
import { toMinor } from "../scenario/amount.js";
import { formatProblem, type Place, readDocument } from "../scenario/positions.js";
import { readPublicKey } from "../signing/keys.js";
import type { Chosen } from "./chosen.js";
import { type ConfigFile, type ConfigMerchant, configSchema } from "./file-schema.js";
import { privateKeyText } from "./pem-text.js";
import type { MerchantSetting, Settings } from "./settings.js";

export interface ReadConfig {
  readonly chosen: Chosen;
  readonly settings: Partial<Settings>;
}

/** Reads a config file. Throws InvalidInput with a line `file:line:column: …` for each fault. */
export async function readConfig(path: string, cwd: string = process.cwd()): Promise<ReadConfig> {
  const near = relative(cwd, path);
  const file = near.startsWith("..") ? path : near;
  const read = readDocument({ text: readFileSync(path, "utf8"), file }, configSchema, () =>
    z.toJSONSchema(configSchema, { io: "input" }),
  );
  if ("problems" in read) throw new InvalidInput(read.problems.map(formatProblem));
  const folder = dirname(path);
  const at = placed(read.place);
  return { chosen: chosenBy(read.value, folder), settings: settingsOf(read.value, folder, at) };
}

type At = <T>(path: readonly PropertyKey[], work: () => T) => T;

/** Says where in the file a fault stands that shows only when a value is used. */
const placed =
  (place: Place): At =>
  (path, work) => {
    try {
      return work();
    } catch (error) {
      throw new InvalidInput(formatProblem({ ...place(path), what: (error as Error).message }));
    }
  };

/** The options of the file. Its paths start where it stands. */
function chosenBy(file: ConfigFile, folder: string): Chosen {
  const { $schema, merchants, assumptions, responseCodes, dailySettlement, notificationKey, ...options } = file;
  const { noMagic, noDebugHeaders, noTestPanel, allowedHosts, allowNotify, scenario, ...rest } = options;
  const wished = {
    magic: noMagic === undefined ? undefined : !noMagic,
    debugHeaders: noDebugHeaders === undefined ? undefined : !noDebugHeaders,
    testPanel: noTestPanel === undefined ? undefined : !noTestPanel,
    ...rest,
    allowedHosts: listOf(allowedHosts),
    allowNotify: listOf(allowNotify),
    scenario: listOf(scenario)?.map((ref) => scenarioRef(ref, folder)),
    dataDir: pathIn(folder, rest.dataDir),
    readyFile: pathIn(folder, rest.readyFile),
    notifyCa: rest.notifyCa?.includes("-----BEGIN") ? rest.notifyCa : pathIn(folder, rest.notifyCa),
  };
  return Object.fromEntries(Object.entries(wished).filter(([, value]) => value !== undefined)) as Chosen;
}

const pathIn = (folder: string, path: string | undefined) => (path === undefined ? undefined : resolve(folder, path));

const listOf = (value: string | readonly string[] | undefined): readonly string[] | undefined =>
  typeof value === "string" ? value.split(",").map((part) => part.trim()) : value;

/** A name of the catalogue stays one, unless a file beside the config has it. */
const scenarioRef = (ref: string, folder: string): string =>
  !existsSync(resolve(folder, ref)) && /^[\w-]+$/.test(ref) && existsSync(cataloguePath(ref))
    ? ref
    : resolve(folder, ref);

function settingsOf(file: ConfigFile, folder: string, at: At): Partial<Settings> {
  const { merchants, assumptions, responseCodes, dailySettlement, notificationKey } = file;
  return {
    ...(merchants && {
      merchants: merchants.map((merchant, i) =>
        merchantOf(merchant, folder, (path, work) => at(["merchants", i, ...path], work)),
      ),
    }),
    ...(assumptions && { policy: { ...defaultPolicy, ...(assumptions as Partial<Policy>) } }),
    ...(responseCodes && { responseCodes: responseCodes as Settings["responseCodes"] }),
    ...(dailySettlement !== undefined && { dailySettlement }),
    ...(notificationKey !== undefined && {
      notificationKey: at(["notificationKey"], () => privateKeyText(notificationKey, folder)),
    }),
  };
}

function merchantOf(
  { id, publicKeys, unsettledBalance, capabilities }: ConfigMerchant,
  folder: string,
  at: At,
): MerchantSetting {
  return {
    merchantId: id,
    publicKeys: publicKeys?.map((key, i) => at(["publicKeys", i], () => publicKeyText(key, folder))),
    unsettledMinor: unsettledBalance && { HKD: minor(unsettledBalance.HKD), USD: minor(unsettledBalance.USD) },
    capabilities,
  };
}

const minor = (amount: number | undefined): number | undefined => (amount === undefined ? undefined : toMinor(amount));

/** A public key: PEM, bare base64, or the path of a file that holds one. */
function publicKeyText(keyOrPath: string, folder: string): string {
  const path = resolve(folder, keyOrPath);
  const isFile = keyOrPath.length < 200 && statSync(path, { throwIfNoEntry: false })?.isFile();
  const text = isFile ? readFileSync(path, "utf8") : keyOrPath;
  readPublicKey(text);
  return text;
}

import type * as z from "zod";
import {
  address,
  flag,
  type Kind,
  list,
  longDuration,
  oneOf,
  origins,
  secondsUpTo,
  size,
  storeUrl,
  text,
  upTo,
  whole,
} from "./kinds.js";
import { pathFrom, pemOrPathFrom, scenariosFrom } from "./paths.js";

export const MAX_SEED = 2_147_483_647;

interface Row<S extends z.ZodType> {
  readonly kind: Kind<S>;
  /** As commander writes it. */
  readonly flags: string;
  readonly about: string;
  /** What holds where nobody chose, as far as `default` does not say it. */
  readonly defaultNote?: string;
  /** Where a path of the config file leads: it starts at the file's folder. */
  readonly from?: (folder: string, value: z.output<S>) => z.output<S>;
  /** May be given several times. */
  readonly isRepeatable?: true;
}

/** A setting of the server. `default`: what the library and `exec` start with. */
const setting = <S extends z.ZodType, const D>(row: Row<S> & { readonly default: D }) => ({
  ...row,
  isSetting: true as const,
});

/** An option that the command itself heeds. */
const ofCommand = <S extends z.ZodType>(row: Row<S>) => ({ ...row, isSetting: false as const });

/**
 * The options of the server. A row makes the flag, the variable PAYMENT_SANDBOX_<NAME>, the member of the config file and of
 * the library's options, their types, the help and the documentation's table.
 */
export const options = {
  port: setting({
    kind: whole(0, 65_535),
    flags: "-p, --port <n>",
    about: "where to listen; 0 takes a free port, the same on IPv4 and IPv6",
    default: 4655,
    defaultNote: "exec and library: a free one",
  }),
  host: setting({
    kind: text,
    flags: "--host <addr>",
    about: "listen there; off loopback /_sandbox asks for a token",
    default: undefined,
    defaultNote: "127.0.0.1 and ::1",
  }),
  baseUrl: setting({
    kind: address,
    flags: "--base-url <url>",
    about: "what checkoutUrl starts with",
    default: undefined,
    defaultNote: "http://localhost and the port",
  }),
  https: setting({
    kind: flag,
    flags: "--https",
    about: "HTTPS, with an own CA that is made once (keys --ca prints it)",
    default: false,
  }),
  cert: setting({
    kind: text,
    flags: "--cert <pem>",
    about: "HTTPS with this certificate: PEM, or the path of one; with --key",
    default: undefined,
    from: pemOrPathFrom,
  }),
  key: setting({
    kind: text,
    flags: "--key <pem>",
    about: "the private key of --cert: PEM, or the path of one",
    default: undefined,
    from: pemOrPathFrom,
  }),
  allowedHosts: setting({
    kind: list,
    flags: "--allowed-hosts <h,…>",
    about: "Host headers that are answered to as well",
    default: [],
  }),
  allowOrigin: setting({
    kind: origins,
    flags: "--allow-origin <o,…>",
    about: "origins whose pages may call, such as http://localhost:3000; they get CORS headers",
    default: [],
    defaultNote: "none",
  }),
  adminToken: setting({
    kind: text,
    flags: "--admin-token <text>",
    about: "bearer token for /_sandbox",
    default: undefined,
    defaultNote: "off loopback: generated and printed",
  }),
  dataDir: setting({
    kind: text,
    flags: "--data-dir <dir>",
    about: "keep the data there, with its seed",
    default: undefined,
    defaultNote: "in memory",
    from: pathFrom,
  }),
  store: setting({
    kind: storeUrl,
    flags: "--store <url>",
    about: "keep all lanes in PostgreSQL (postgres://…), for any number of nodes; not together with --data-dir",
    default: undefined,
    defaultNote: "none",
  }),
  laneTtl: setting({
    kind: longDuration,
    flags: "--lane-ttl <duration>",
    about: "drop lanes (not default) that nobody used for so long, such as 7d",
    default: undefined,
    defaultNote: "none",
  }),
  skipBrokenLanes: setting({
    kind: flag,
    flags: "--skip-broken-lanes",
    about: "set a lane file aside that cannot be read, instead of refusing the start",
    default: false,
  }),
  scenario: ofCommand({
    kind: list,
    flags: "--scenario <file|name>",
    about: "a scenario file, or a name of the catalogue; repeatable",
    from: scenariosFrom,
    isRepeatable: true,
  }),
  config: ofCommand({
    kind: text,
    flags: "--config <file>",
    about: "the config file",
    defaultNote: "payment-sandbox.config.{yaml,yml,json}, found upwards",
  }),
  seed: setting({
    kind: whole(0, MAX_SEED),
    flags: "--seed <int>",
    about: "same seed, same calls, same bytes",
    default: 1,
    defaultNote: "start: drawn and printed",
  }),
  signature: setting({
    kind: oneOf(["off", "warn", "enforce"]),
    flags: "--signature <off|warn|enforce>",
    about: "what is done about a wrong signature",
    default: "enforce-registered",
    defaultNote: "start: warn; exec and library: enforce, for merchants that have a key",
  }),
  magic: setting({
    kind: flag,
    flags: "--no-magic",
    about: "without magic amounts and test cards that decline",
    default: true,
  }),
  debugHeaders: setting({
    kind: flag,
    flags: "--no-debug-headers",
    about: "without the X-Sandbox headers",
    default: true,
  }),
  testPanel: setting({
    kind: flag,
    flags: "--no-test-panel",
    about: "without the sandbox's own panel on the hosted page",
    default: true,
  }),
  allowNotify: setting({
    kind: list,
    flags: "--allow-notify <host,…|all>",
    about: "public hosts that notifications may reach",
    default: [],
    defaultNote: "none",
  }),
  journalBytes: setting({
    kind: size,
    flags: "--journal-bytes <size>",
    about: "what all lanes' journals may hold, such as 256mb; the oldest calls of the largest go first",
    default: undefined,
    defaultNote: "a quarter of the heap limit; with --store 1gb",
  }),
  notifyTimeout: setting({
    kind: secondsUpTo(3600),
    flags: "--notify-timeout <s>",
    about: "real seconds for one attempt",
    default: 15,
  }),
  notifyCa: setting({
    kind: text,
    flags: "--notify-ca <pem>",
    about: "a CA to trust when notifying: PEM, or the path of one",
    default: undefined,
    from: pemOrPathFrom,
  }),
  readyFile: ofCommand({
    kind: text,
    flags: "--ready-file <path>",
    about: "write JSON {url, pid, merchantId, …} there when ready",
    from: pathFrom,
  }),
  logFormat: ofCommand({
    kind: oneOf(["pretty", "json", "silent"]),
    flags: "--log-format <format>",
    about: "pretty, json or silent, on stderr",
    defaultNote: "pretty on a terminal, else json",
  }),
  logLevel: ofCommand({
    kind: oneOf(["debug", "info", "warn", "error"]),
    flags: "--log-level <level>",
    about: "debug, info, warn or error; where it is asked for, info tells each call, page action and attempt to notify",
    defaultNote: "info; start on a terminal tells those as well",
  }),
  watch: ofCommand({
    kind: flag,
    flags: "--watch",
    about: "reload scenario files when they change; the state stays",
  }),
  strict: ofCommand({
    kind: flag,
    flags: "--strict",
    about: "warnings fail: a rule that can never match or never fired, no call made",
  }),
  minCoverage: ofCommand({
    kind: upTo(100),
    flags: "--min-coverage <percent>",
    about: "exec: fail with 4 where less of operation × order state × outcome was reached",
  }),
};

type Options = typeof options;
export type OptionName = keyof Options;
type ValueOf<K extends OptionName> = z.output<ReturnType<Options[K]["kind"]["schema"]>>;
type SettingName = { [K in OptionName]: Options[K]["isSetting"] extends true ? K : never }[OptionName];

/** What the user chose, by flag, environment or file; what was not chosen is absent. */
export type Chosen = { readonly [K in OptionName]?: ValueOf<K> };
export type LogFormat = ValueOf<"logFormat">;
export type LogLevel = ValueOf<"logLevel">;

/** The options that are settings of the server, as the user may choose them. */
export type ChosenSettings = Pick<Chosen, SettingName>;
/** The same, with what holds where nobody chose. */
export type OptionSettings = {
  readonly [K in SettingName]: ValueOf<K> | (Options[K] extends { readonly default: infer D } ? D : never);
};

/** A row with its name, whatever its kind. */
export interface OptionRow extends Row<z.ZodType> {
  readonly name: OptionName;
  readonly isSetting: boolean;
  readonly default?: unknown;
}

export const optionRows: readonly OptionRow[] = Object.entries(options).map(
  ([name, row]) => ({ name, ...row }) as unknown as OptionRow,
);

/** What was chosen of the settings, without what only a command heeds. */
export const settingsIn = (chosen: Chosen): ChosenSettings =>
  Object.fromEntries(
    optionRows.filter(({ name, isSetting }) => isSetting && name in chosen).map(({ name }) => [name, chosen[name]]),
  );

/** Whether the flag switches the option off: `--no-magic`. */
export const isNegated = ({ flags }: OptionRow): boolean => flags.startsWith("--no-");
/** `noMagic`, the name by which the environment and the config file switch it off as well. */
export const negatedName = ({ name }: OptionRow): string => `no${name[0]!.toUpperCase()}${name.slice(1)}`;

/** `PAYMENT_SANDBOX_DATA_DIR` */
export const environmentName = (name: string): string =>
  `PAYMENT_SANDBOX_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** What holds where nobody chose, for people; undefined where there is nothing to say. */
export function defaultText({ default: value, defaultNote }: OptionRow): string | undefined {
  const said = [typeof value === "number" ? String(value) : undefined, defaultNote].filter(
    (part) => part !== undefined,
  );
  return said.length === 0 ? undefined : said.join("; ");
}

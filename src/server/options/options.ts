import type * as z from "zod";
import {
  baseAddress,
  choice,
  flag,
  type Kind,
  list,
  longDuration,
  origins,
  secondsUpTo,
  size,
  storeUrl,
  textKind,
  tokenKind,
  upTo,
  whole,
} from "./kinds.js";
import { pathFrom, pemOrPathFrom, scenariosFrom } from "./paths.js";

export const MAX_SEED = 2_147_483_647;

interface Row<S extends z.ZodType> {
  readonly kind: Kind<S>;
  /** In the syntax of commander. */
  readonly flags: string;
  readonly about: string;
  /** Explains the default, if `default` isn't enough. */
  readonly defaultNote?: string;
  /** Resolves a path from the config file, relative to that file's folder. */
  readonly from?: (folder: string, value: z.output<S>) => z.output<S>;
  /** True if it may be given several times. */
  readonly isRepeatable?: true;
}

/** A setting of the server. `default`: the value for the library and `exec`. */
const setting = <S extends z.ZodType, const D>(row: Row<S> & { readonly default: D }) => ({
  ...row,
  isSetting: true as const,
});

/** An option that only the command itself uses. */
const ofCommand = <S extends z.ZodType>(row: Row<S>) => ({ ...row, isSetting: false as const });

/** A text in PEM, or the path of a file with it. */
const pem = { kind: textKind, default: undefined, from: pemOrPathFrom } as const;

/**
 * The options of the server. Each row defines the flag, the variable PAYMENT_SANDBOX_<NAME>, the member of the config
 * file and of the library's options, their types, the help, and the row in the docs.
 */
export const options = {
  port: setting({
    kind: whole(0, 65_535),
    flags: "-p, --port <n>",
    about: "port to listen on, the same for IPv4 and IPv6; 0 picks a free one",
    default: 4655,
    defaultNote: "exec, mcp and library: a free port",
  }),
  host: setting({
    kind: textKind,
    flags: "--host <addr>",
    about: "address to listen on; other than loopback, /_sandbox requires a token",
    default: undefined,
    defaultNote: "127.0.0.1 and ::1",
  }),
  baseUrl: setting({
    kind: baseAddress,
    flags: "--base-url <url>",
    about: "public base URL, used in checkoutUrl",
    default: undefined,
    defaultNote: "http://localhost and the port, or the address of --host",
  }),
  https: setting({
    kind: flag,
    flags: "--https",
    about: "serve HTTPS with the sandbox's own CA, created on first use (keys --ca prints it)",
    default: false,
  }),
  cert: setting({
    ...pem,
    flags: "--cert <pem>",
    about: "serve HTTPS with this certificate (PEM, or a path); needs --key",
  }),
  key: setting({
    ...pem,
    flags: "--key <pem>",
    about: "private key of --cert (PEM, or a path)",
  }),
  allowedHosts: setting({
    kind: list,
    flags: "--allowed-hosts <h,…>",
    about: "additional Host headers to accept",
    default: [],
  }),
  allowOrigin: setting({
    kind: origins,
    flags: "--allow-origin <o,…>",
    about: "origins allowed to call from a browser (CORS), such as http://localhost:3000",
    default: [],
    defaultNote: "none",
  }),
  adminToken: setting({
    kind: tokenKind,
    flags: "--admin-token <text>",
    about: "bearer token for /_sandbox",
    default: undefined,
    defaultNote: "none on loopback without adminTokens; otherwise generated and printed",
  }),
  dataDir: setting({
    kind: textKind,
    flags: "--data-dir <dir>",
    about: "folder for the data and its seed",
    default: undefined,
    defaultNote: "in memory",
    from: pathFrom,
  }),
  store: setting({
    kind: storeUrl,
    flags: "--store <url>",
    about: "keep all lanes in PostgreSQL (postgres://…), shared by any number of nodes; excludes --data-dir",
    default: undefined,
    defaultNote: "none",
  }),
  laneTtl: setting({
    kind: longDuration,
    flags: "--lane-ttl <duration>",
    about: "drop lanes (except default) unused for this long, such as 7d",
    default: undefined,
    defaultNote: "none",
  }),
  skipBrokenLanes: setting({
    kind: flag,
    flags: "--skip-broken-lanes",
    about: "move unreadable lane files aside instead of failing to start",
    default: false,
  }),
  scenario: ofCommand({
    kind: list,
    flags: "--scenario <file|name>",
    about: "a scenario file, or the name of a built-in scenario; repeatable",
    from: scenariosFrom,
    isRepeatable: true,
  }),
  config: ofCommand({
    kind: textKind,
    flags: "--config <file>",
    about: "the config file",
    defaultNote:
      "payment-sandbox.config.{yaml,yml,json} in this folder, or the nearest one above in the same repository",
  }),
  seed: setting({
    kind: whole(0, MAX_SEED),
    flags: "--seed <int>",
    about: "same seed, same calls, same bytes",
    default: 1,
    defaultNote: "start: random, and printed",
  }),
  signature: setting({
    kind: choice(["off", "warn", "enforce"]),
    flags: "--signature <off|warn|enforce>",
    about: "how to treat an invalid signature",
    default: "enforce-registered",
    defaultNote: "start: warn; exec, mcp and library: enforce, for merchants that have a key",
  }),
  magic: setting({
    kind: flag,
    flags: "--no-magic",
    about: "disable magic amounts and declining test cards",
    default: true,
  }),
  debugHeaders: setting({
    kind: flag,
    flags: "--no-debug-headers",
    about: "omit the X-Sandbox headers",
    default: true,
  }),
  testPanel: setting({
    kind: flag,
    flags: "--no-test-panel",
    about: "hide the sandbox's own panel on the hosted page",
    default: true,
  }),
  allowNotify: setting({
    kind: list,
    flags: "--allow-notify <host,…|all>",
    about: "public hosts that may receive notifications",
    default: [],
    defaultNote: "none",
  }),
  journalBytes: setting({
    kind: size,
    flags: "--journal-bytes <size>",
    about: "memory limit for all request journals, such as 256mb; the largest journal drops its oldest calls first",
    default: undefined,
    defaultNote: "a quarter of the heap limit; with --store 1gb",
  }),
  notifyTimeout: setting({
    kind: secondsUpTo(3600),
    flags: "--notify-timeout <duration>",
    about: "time limit for one delivery attempt, in real time, such as 500ms; a number alone is seconds",
    default: 15,
  }),
  notifyCa: setting({
    ...pem,
    flags: "--notify-ca <pem>",
    about: "a CA to trust when sending notifications (PEM, or a path)",
  }),
  readyFile: ofCommand({
    kind: textKind,
    flags: "--ready-file <path>",
    about: "write {url, pid, merchantId, …} to this file (JSON) when ready",
    from: pathFrom,
  }),
  shutdownGrace: ofCommand({
    kind: longDuration,
    flags: "--shutdown-grace <duration>",
    about: "how long SIGTERM waits for open requests",
    defaultNote: "10s",
  }),
  logFormat: ofCommand({
    kind: choice(["pretty", "json", "silent"]),
    flags: "--log-format <format>",
    about: "pretty, json or silent, on stderr",
    defaultNote: "start: pretty on a terminal, else json; exec: pretty",
  }),
  logLevel: ofCommand({
    kind: choice(["debug", "info", "warn", "error"]),
    flags: "--log-level <level>",
    about: "debug, info, warn or error; set explicitly, info logs each call, page action and notification attempt",
    defaultNote: "info; start on a terminal logs those too",
  }),
  watch: ofCommand({
    kind: flag,
    flags: "--watch",
    about: "reload scenario files when they change, and keep the state",
  }),
  strict: ofCommand({
    kind: flag,
    flags: "--strict",
    about:
      "fail on warnings: a rule or a member without effect, a rule that never fired, no call at all, a misspelt parameter or path, a member twice, a merchant without a key",
  }),
  minCoverage: ofCommand({
    kind: upTo(100),
    flags: "--min-coverage <percent>",
    about: "exit with 4 if a smaller share of operation × order state × outcome was reached",
  }),
};

type Options = typeof options;
export type OptionName = keyof Options;
type ValueOf<K extends OptionName> = z.output<ReturnType<Options[K]["kind"]["schema"]>>;
type SettingName = { [K in OptionName]: Options[K]["isSetting"] extends true ? K : never }[OptionName];

/** Values that the user has chosen by flag, environment or file. Others are absent. */
export type ChosenOptions = { readonly [K in OptionName]?: ValueOf<K> };
export type LogFormat = ValueOf<"logFormat">;
export type LogLevel = ValueOf<"logLevel">;

/** The options that are settings of the server, as chosen by the user. */
export type ChosenSettings = Pick<ChosenOptions, SettingName>;
/** The others, which only a command uses. */
export type CommandOnlyOptions = Omit<ChosenOptions, SettingName>;
/** The same with defaults. */
export type OptionSettings = {
  readonly [K in SettingName]: ValueOf<K> | (Options[K] extends { readonly default: infer D } ? D : never);
};

/** A row with its name, for code that handles all kinds of options. */
export interface OptionRow extends Row<z.ZodType> {
  readonly name: OptionName;
  readonly isSetting: boolean;
  readonly default?: unknown;
}

export const optionRows = Object.entries(options).map(([name, row]) => ({ name, ...row }) as unknown as OptionRow);

/** True if the flag switches something off, such as `--no-magic`. */
export const isNegated = ({ flags }: OptionRow): boolean => flags.startsWith("--no-");
/** The name that the environment and the config file use to switch it off, such as `noMagic`. */
export const negatedName = ({ name }: OptionRow): string => `no${name[0]!.toUpperCase()}${name.slice(1)}`;

/** The options that a source has, by name. `--no-magic` is `noMagic: true`, or `magic: false`. */
export function chosenIn(read: (name: string, kind: Kind, row: OptionRow) => unknown): ChosenOptions {
  const chosen: Record<string, unknown> = {};
  for (const row of optionRows) {
    const off = isNegated(row) ? read(negatedName(row), flag, row) : undefined;
    const value = read(row.name, row.kind, row) ?? (off === undefined ? undefined : !off);
    if (value !== undefined) chosen[row.name] = value;
  }
  return chosen;
}

/** Of all that was given: the library has members that are no option. */
const chosenOf = (chosen: ChosenOptions, isSettings: boolean): ChosenOptions =>
  Object.fromEntries(Object.entries(chosen).filter(([name]) => options[name as OptionName]?.isSetting === isSettings));

/** The chosen settings, without options that only a command uses. */
export const settingsIn = (chosen: ChosenOptions): ChosenSettings => chosenOf(chosen, true);
export const commandOptionsIn = (chosen: ChosenOptions): CommandOnlyOptions => chosenOf(chosen, false);

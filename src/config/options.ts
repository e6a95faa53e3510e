import { InvalidInput } from "../package/errors.js";
import type { Chosen } from "./chosen.js";
import {
  address,
  flag,
  LOG_FORMATS,
  list,
  MAX_SEED,
  oneOf,
  type Reader,
  SIGNATURES,
  seconds,
  text,
  whole,
} from "./readers.js";

/** An option of the server: one row makes the flag, the environment variable and the member of the config file. */
export interface OptionRow<K extends keyof Chosen = keyof Chosen> {
  readonly key: K;
  /** As commander writes it. */
  readonly flags: string;
  readonly about: string;
  readonly read: Reader<NonNullable<Chosen[K]>>;
  /** A path: in the config file it starts at the file's folder. */
  readonly isPath?: boolean;
  /** May be given several times. */
  readonly isRepeatable?: boolean;
}

const row = <K extends keyof Chosen>(
  key: K,
  flags: string,
  read: Reader<NonNullable<Chosen[K]>>,
  about: string,
  more: Pick<OptionRow, "isPath" | "isRepeatable"> = {},
): OptionRow => ({ key, flags, read, about, ...more }) as unknown as OptionRow;

export const optionRows: readonly OptionRow[] = [
  row(
    "port",
    "-p, --port <n>",
    whole(0, 65_535),
    "where to listen; 0 takes a free port (default: 4655; exec: a free one)",
  ),
  row("host", "--host <addr>", text, "listen there; off loopback /_sandbox asks for a token (default: 127.0.0.1, ::1)"),
  row("baseUrl", "--base-url <url>", address, "what checkoutUrl starts with (default: http://localhost:<port>)"),
  row("allowedHosts", "--allowed-hosts <h,…>", list, "Host headers that /_sandbox and the pages answer to as well"),
  row("adminToken", "--admin-token <text>", text, "bearer token for /_sandbox (off loopback: generated and printed)"),
  row("dataDir", "--data-dir <dir>", text, "keep the data there, with its seed (default: in memory)", { isPath: true }),
  row("scenario", "--scenario <file|name>", list, "a scenario file, or a name of the catalogue; repeatable", {
    isPath: true,
    isRepeatable: true,
  }),
  row(
    "config",
    "--config <file>",
    text,
    "config file (default: payment-sandbox.config.{yaml,yml,json}, found upwards)",
  ),
  row("seed", "--seed <int>", whole(0, MAX_SEED), "same seed, same calls, same bytes"),
  row("signature", "--signature <off|warn|enforce>", oneOf(SIGNATURES), "what is done about a wrong signature"),
  row("magic", "--no-magic", flag, "without magic amounts and test cards that decline"),
  row("debugHeaders", "--no-debug-headers", flag, "without the X-Sandbox headers"),
  row("testPanel", "--no-test-panel", flag, "without the sandbox's own panel on the hosted page"),
  row("allowNotify", "--allow-notify <host,…|all>", list, "public hosts that notifications may reach (default: none)"),
  row("notifyTimeout", "--notify-timeout <s>", seconds, "real seconds for one attempt (default: 15)"),
  row("notifyCa", "--notify-ca <pem>", text, "a CA to trust when notifying", { isPath: true }),
  row("readyFile", "--ready-file <path>", text, "write JSON {url, pid, merchantId, …} there when ready", {
    isPath: true,
  }),
  row(
    "logFormat",
    "--log-format <format>",
    oneOf(LOG_FORMATS),
    "pretty, json or silent, on stderr (default: by terminal)",
  ),
  row("watch", "--watch", flag, "reload scenario files when they change; the state stays"),
];

const isOff = ({ flags }: OptionRow): boolean => flags.startsWith("--no-");
/** `PAYMENT_SANDBOX_DATA_DIR` */
export const environmentName = (key: string): string =>
  `PAYMENT_SANDBOX_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** What the environment chooses. An empty variable counts as absent. */
export function chosenByEnvironment(env: NodeJS.ProcessEnv, rows: readonly OptionRow[] = optionRows): Chosen {
  const chosen: Record<string, unknown> = {};
  for (const option of rows) {
    const found = variable(env, environmentName(option.key), option.read);
    // `--no-magic` is PAYMENT_SANDBOX_NO_MAGIC=true, or PAYMENT_SANDBOX_MAGIC=false.
    const off = isOff(option)
      ? variable(env, environmentName(`no${option.key[0]!.toUpperCase()}${option.key.slice(1)}`), flag)
      : undefined;
    const value = found ?? (off === undefined ? undefined : !off);
    if (value !== undefined) chosen[option.key] = value;
  }
  return chosen as Chosen;
}

function variable<T>(env: NodeJS.ProcessEnv, name: string, read: Reader<T>): T | undefined {
  const found = env[name];
  if (found === undefined || found === "") return undefined;
  try {
    return read(found);
  } catch (error) {
    throw error instanceof InvalidInput ? new InvalidInput(`${name}: ${error.message}`) : error;
  }
}

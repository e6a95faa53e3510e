import type { Log } from "../../app/ports/log.js";
import type { LogFormat } from "../../config/options.js";
import { printable } from "../../package/printable.js";
import type { SignatureMode } from "../../wire/ladder/signatures.js";

/** Facts for a newcomer about a server that has just started. */
export interface Greeting {
  readonly version: string;
  readonly url: string;
  readonly merchantId: number;
  readonly privateKeyFile: string;
  readonly seed: number;
  readonly isSeedChosen: boolean;
  readonly signature: SignatureMode;
  readonly dataDir: string | undefined;
  /** The database with the lanes, without user and password. */
  readonly store: string | undefined;
  /** The memory limits of journals, caches and the rest. */
  readonly memory: string;
  readonly configFile: string | undefined;
  readonly scenarios: readonly string[];
  /** The CA certificate that clients must trust. Only with HTTPS and our own CA. */
  readonly caFile: string | undefined;
  /** The bearer token that was generated because none was given. */
  readonly generatedToken: string | undefined;
  readonly curl: string | undefined;
}

export interface GreetOptions {
  readonly format: LogFormat;
  readonly write: (line: string) => void;
  readonly log: Log;
}

/** Prints the greeting: lines for people, one record for programs. A generated token is printed in any format. */
export function greet(greeting: Greeting, { format, write, log }: GreetOptions): void {
  if (format === "json")
    log.info("started", { ...greeting, scenarios: greeting.scenarios.join(", "), control: controlOf(greeting) });
  else if (format === "pretty") write(`${linesOf(greeting).join("\n")}\n`);
  else if (greeting.generatedToken !== undefined) write(`admin token: ${greeting.generatedToken}\n`);
}

const controlOf = ({ url }: Greeting): string => `${url}/_sandbox`;

const SIGNATURES: Readonly<Record<SignatureMode, string>> = {
  off: "off: not checked",
  warn: "warn: an invalid one is answered and flagged (--signature enforce refuses it)",
  enforce: "enforce: refuses invalid ones, and merchants without a key",
  "enforce-registered": "enforce, for merchants that have a key",
};

function linesOf(greeting: Greeting): readonly string[] {
  const { version, url, merchantId, privateKeyFile, seed, isSeedChosen, dataDir, store, configFile, scenarios } =
    greeting;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["url", `${url}  (the base_url of your code)`],
    ["lanes", `${url}/lane/<name>  (each isolated, created on first use)`],
    ["merchant", `${merchantId}, signs with ${privateKeyFile}`],
    ["signature", SIGNATURES[greeting.signature]],
    [
      "seed",
      isSeedChosen || dataDir !== undefined || store !== undefined
        ? String(seed)
        : `${seed}  (random; --seed ${seed} repeats the same ids)`,
    ],
    ["CA", greeting.caFile && `${greeting.caFile}  (clients must trust it: curl --cacert, NODE_EXTRA_CA_CERTS …)`],
    ["data", store ?? dataDir ?? "in memory, lost when it stops (--data-dir <dir> keeps it)"],
    ["memory", greeting.memory],
    ["config", configFile],
    ["scenarios", scenarios.length === 0 ? undefined : printable(scenarios.join(", "))],
    ["control", `${controlOf(greeting)}  (console: ${controlOf(greeting)}/ui)`],
    [
      "token",
      greeting.generatedToken && `Authorization: Bearer ${greeting.generatedToken}  (for ${controlOf(greeting)})`,
    ],
  ];
  return [
    `payment-sandbox ${version}, unofficial, for tests only`,
    ...rows.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name.padEnd(10)} ${value}`])),
    ...tryLines(greeting),
  ];
}

function tryLines({ curl }: Greeting): readonly string[] {
  if (curl === undefined) return [];
  return [
    "A first order, signed by the demo merchant; open the checkoutUrl of the answer and pay with 4111 1111 1111 1111:",
    "",
    `${curl}`,
    "",
  ];
}

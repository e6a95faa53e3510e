import type { Log } from "../app/ports/log.js";
import type { LogFormat } from "../config/options.js";
import type { SignatureMode } from "../wire/signatures.js";

/** What a newcomer needs to know of a server that has just started. */
export interface Greeting {
  readonly version: string;
  readonly url: string;
  readonly merchantId: number;
  readonly privateKeyFile: string;
  readonly seed: number;
  readonly isSeedChosen: boolean;
  readonly signature: SignatureMode;
  readonly dataDir: string | undefined;
  /** The database that holds the lanes, without who may use it. */
  readonly store: string | undefined;
  readonly configFile: string | undefined;
  readonly scenarios: readonly string[];
  /** Over HTTPS with the own CA: what clients must trust. */
  readonly caFile: string | undefined;
  /** The bearer token that was made because nobody gave one. */
  readonly generatedToken: string | undefined;
  readonly curl: string | undefined;
}

export interface GreetOptions {
  readonly format: LogFormat;
  readonly write: (line: string) => void;
  readonly log: Log;
}

/** Prints it: for people as lines, for programs as one record. A generated token is printed in any format. */
export function greet(greeting: Greeting, { format, write, log }: GreetOptions): void {
  if (format === "json")
    log.info("started", { ...greeting, scenarios: greeting.scenarios.join(", "), control: controlOf(greeting) });
  else if (format === "pretty") write(`${linesOf(greeting).join("\n")}\n`);
  else if (greeting.generatedToken !== undefined) write(`admin token: ${greeting.generatedToken}\n`);
}

const controlOf = ({ url }: Greeting): string => `${url}/_sandbox`;

const SIGNATURES: Readonly<Record<SignatureMode, string>> = {
  off: "off: nobody looks at them",
  warn: "warn: a wrong one is answered, and flagged (--signature enforce refuses it)",
  enforce: "enforce: a wrong one is refused, and so is a merchant without a key",
  "enforce-registered": "enforce, for merchants that have a key",
};

function linesOf(greeting: Greeting): readonly string[] {
  const { version, url, merchantId, privateKeyFile, seed, isSeedChosen, dataDir, store, configFile, scenarios } =
    greeting;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["url", `${url}  (the base_url of your code)`],
    ["lanes", `${url}/lane/<name>  (each a world of its own, made on first use)`],
    ["merchant", `${merchantId}, signs with ${privateKeyFile}`],
    ["signature", SIGNATURES[greeting.signature]],
    [
      "seed",
      isSeedChosen || dataDir !== undefined || store !== undefined
        ? String(seed)
        : `${seed}  (drawn; --seed ${seed} gives the same ids again)`,
    ],
    ["CA", greeting.caFile && `${greeting.caFile}  (clients must trust it: curl --cacert, NODE_EXTRA_CA_CERTS …)`],
    ["data", store ?? dataDir ?? "in memory: gone when it stops (--data-dir <dir> keeps it)"],
    ["config", configFile],
    ["scenarios", scenarios.length === 0 ? undefined : scenarios.join(", ")],
    ["control", `${controlOf(greeting)}  (a page for people: ${controlOf(greeting)}/ui)`],
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

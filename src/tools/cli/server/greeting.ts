import type { Log } from "../../../lane/ports/log.js";
import { demoKeyFiles, demoMerchantId } from "../../../package/demo-keys.js";
import { printableLine } from "../../../package/printable.js";
import { version } from "../../../package/version.js";
import { signsWithDemoKey } from "../../../server/demo-key.js";
import type { LogFormat } from "../../../server/options/options.js";
import { type Resolved, shownData } from "../../../server/options/resolve.js";
import type { SignatureMode } from "../../../server/payment-api/ladder/signatures.js";
import type { RunningServer } from "../../../server/server.js";
import { boundsText } from "../../../server/storage.js";
import { tryOut } from "./first-order.js";

export type Greeting = ReturnType<typeof greetingOf>;

/** Facts for a newcomer about a server that has just started. */
export function greetingOf(server: RunningServer, resolved: Resolved) {
  const { settings, configFile, chosenSeed } = resolved;
  const { adminToken, adminTokens, signature, scenarios } = settings;
  const { url, seed, caFile } = server;
  const isTokenGiven = [adminToken, ...adminTokens.map(({ token }) => token)].includes(server.adminToken);
  return {
    version,
    url,
    merchantId: demoMerchantId,
    /** Undefined if the config gives the merchant other keys. Only the user has their private key. */
    privateKeyFile: signsWithDemoKey(settings.merchants) ? demoKeyFiles.privateKey : undefined,
    ...{ seed, isSeedChosen: chosenSeed !== undefined, signature },
    /** Undefined if they are in memory. */
    data: shownData(resolved),
    memory: boundsText(settings),
    configFile,
    scenarios: scenarios.map(({ scenario }) => scenario.name),
    /** The CA certificate that clients must trust. Only with HTTPS and our own CA. */
    caFile,
    generatedToken: isTokenGiven ? undefined : server.adminToken,
    curl: tryOut(server, settings),
  };
}

/** Says that existing data keeps its own seed. Undefined if no other one was asked for. */
export function ignoredSeed({ seed, data }: Greeting, chosenSeed: number | undefined): string | undefined {
  if (chosenSeed === undefined || chosenSeed === seed) return undefined;
  return `${data} has the seed ${seed}, so the seed ${chosenSeed} is ignored. Start with other data, or POST /_sandbox/reset {"seed": ${chosenSeed}}, which clears the lane`;
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

const TRY =
  "A first order, signed by the demo merchant; open the checkoutUrl of the answer and pay with 4111 1111 1111 1111:";

function linesOf(greeting: Greeting): readonly string[] {
  const { url, merchantId, privateKeyFile, seed, isSeedChosen, data, configFile, scenarios, curl } = greeting;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["url", `${url}  (the base_url of your code)`],
    ["lanes", `${url}/lane/<name>  (each isolated, created on first use)`],
    ["merchant", `${merchantId}, signs with ${privateKeyFile ?? "your own key: the config has its public key"}`],
    ["signature", SIGNATURES[greeting.signature]],
    [
      "seed",
      isSeedChosen || data !== undefined ? String(seed) : `${seed}  (random; --seed ${seed} repeats the same ids)`,
    ],
    ["CA", greeting.caFile && `${greeting.caFile}  (clients must trust it: curl --cacert, NODE_EXTRA_CA_CERTS …)`],
    ["data", data ?? "in memory, lost when it stops (--data-dir <dir> keeps it)"],
    ["memory", greeting.memory],
    ["config", configFile],
    ["scenarios", scenarios.length === 0 ? undefined : printableLine(scenarios.join(", "))],
    ["control", `${controlOf(greeting)}  (console: ${controlOf(greeting)}/ui)`],
    [
      "token",
      greeting.generatedToken && `Authorization: Bearer ${greeting.generatedToken}  (for ${controlOf(greeting)})`,
    ],
  ];
  return [
    `payment-sandbox ${version}, unofficial, for tests only`,
    ...rows.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name.padEnd(10)} ${value}`])),
    ...(curl === undefined ? [] : [TRY, "", curl, ""]),
  ];
}

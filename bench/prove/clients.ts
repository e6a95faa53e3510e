import { spawnSync } from "node:child_process";
import { clients, type HttpClient, isInstalled } from "../../test/support/clients/clients.js";
import { lossesOf, toldToCopies } from "../../test/support/clients/losses.js";
import { startTestSandbox } from "../../test/support/sandbox.js";
import { temporaryFolder } from "./leaving.js";
import type { Finding, Part } from "./part.js";

/** HTTP clients that shops use, each a real program. */
export const clientsPart: Part = {
  about:
    "Each HTTP client loses five answers on a connection that was used before. Those that send a lost POST again by themselves show the shop the refusal of its own call, and `why` tells the resend; with the client's switch, and in all other clients, the shop sees the loss.",
  run: async ({ until }) => {
    const findings: Finding[] = [];
    const packages = temporaryFolder();
    const ran: string[] = [];
    const missing: string[] = [];
    await using sandbox = await startTestSandbox();
    for (const client of clients) {
      if (Date.now() > until) break;
      if (!isInstalled(client) || !hasPackages(client, packages)) {
        missing.push(client.name);
        continue;
      }
      ran.push(client.name);
      const told = await misread(client, async (env) => {
        const { url } = await sandbox.lane();
        return lossesOf(client, url, { env: { ...env, CLIENTS_PACKAGES: packages } });
      });
      findings.push(...told.map((what) => ({ what: `${client.name}: ${what}` })));
    }
    return {
      figures: [
        ["clients", ran.join("; ")],
        ["not installed", missing.join("; ") || "none"],
      ],
      findings,
    };
  },
};

/** What differs from docs/http-clients.md, one line each. */
async function misread(
  { sendsAgain, hasNoSwitch = false }: HttpClient,
  losses: (env: NodeJS.ProcessEnv) => ReturnType<typeof lossesOf>,
): Promise<readonly string[]> {
  const lost = toldToCopies.map(() => "lost").join(" ");
  const asIs = await losses({});
  const off = await losses({ NEVER_AGAIN: "1" });
  const said = (all: typeof asIs): string => all.map(({ told }) => told).join(" ");
  const [expected, expectedOff] = [sendsAgain, sendsAgain && hasNoSwitch].map((again) =>
    again ? toldToCopies.join(" ") : lost,
  );
  const untold = asIs.filter(({ copies }) => copies.length !== (sendsAgain ? 1 : 0));
  return [
    ...(said(asIs) === expected ? [] : [`the shop saw ${said(asIs)}, expected ${expected}`]),
    ...(said(off) === expectedOff ? [] : [`with its switch the shop saw ${said(off)}, expected ${expectedOff}`]),
    ...untold.map(({ operation, copies }) => `${operation}: why tells ${copies.length} resends`),
  ];
}

function hasPackages({ packages = [] }: HttpClient, folder: string): boolean {
  if (packages.length === 0) return true;
  const args = ["install", "--silent", "--no-save", "--no-package-lock", "--prefix", folder, ...packages];
  return spawnSync("npm", args, { stdio: "ignore" }).status === 0;
}

// The generated parts of docs/http-clients.md and docs/queues.md.
import { resendingClientText } from "../../src/core/facts/resending-clients.js";
import { type ClientRow, clients, proxies, sdks, takenForGood } from "./data/http-clients.js";
import { deadWorkers, libraries, mysqlRows, otherRows, type Statement, sameIds, statements } from "./data/queues.js";
import { table } from "./tables.js";

/** True if it was ever seen to send a POST again. */
export const sendsAgain = ({ reused, fresh }: ClientRow): boolean => `${reused ?? ""}${fresh}`.includes("y");

const named = ({ name, version }: Pick<ClientRow, "name" | "version">): string =>
  [name, version].filter(Boolean).join(" ");

const losses = ["close", "reset", "half a status line"];

/** After which losses it sends again. */
function after(seen: ClientRow["reused"]): string {
  if (seen === null) return "never uses one again";
  const which = losses.filter((_, i) => seen[i] === "y");
  const untried = losses.filter((_, i) => seen[i] === "-");
  const said = which.length === losses.length - untried.length && which.length > 1 ? ["any loss"] : which;
  return [said.join(", ") || "–", ...(untried.length > 0 ? [`(not run: ${untried.join(", ")})`] : [])].join(" ");
}

function switchOf({ turnOff, userAgent }: ClientRow): string {
  const known = userAgent === undefined ? "" : (resendingClientText(userAgent) ?? "");
  const found = turnOff ?? /^to turn that off in .*?: (.*)$/.exec(known)?.[1];
  if (found === undefined) return "–";
  return /^(the|do|leave) /.test(found) ? found : `\`${found}\``;
}

export const resendingClients = (): string =>
  table(
    ["client", "on a used connection, after", "on a new one, after", "copies", "switch"],
    clients
      .filter(sendsAgain)
      .map((row) => [named(row), after(row.reused), after(row.fresh), String(row.copies ?? 1), switchOf(row)]),
  );

/** Those that never send again, by what their callers see. */
export function tellers(): string {
  const bySight = Map.groupBy(
    clients.filter((row) => !sendsAgain(row)),
    ({ sees }) => sees ?? "",
  );
  return table(
    ["what your code sees", "clients"],
    [...bySight].map(([sees, rows]) => [sees, rows.map(named).join(", ")]),
  );
}

const postsAfter = ["lost", "500", "502", "503", "429", "409"];

export const sdkPosts = (): string =>
  table(
    ["SDK", ...postsAfter, "key", "gives up on silence after"],
    sdks.map(([name, version, posts, key, silence]) => [`${name} ${version}`, ...posts.map(String), key, silence]),
  );

const shown = (result: string): string => {
  if (result === "") return "–";
  return result.startsWith("ok: ") ? `**returns** \`${result.slice(4)}\`` : "an error";
};

export const sdkResults = (): string =>
  table(
    ["SDK", "answer lost", "body cut", "200 without a body"],
    sdks
      .filter((row) => row.slice(5).some((result) => String(result).startsWith("ok: ")))
      .map(([name, version, , , , ...results]) => [`${name} ${version}`, ...results.map(shown)]),
  );

export const proxyTexts = (): string =>
  table(["proxy", "what the caller gets", "POSTs that the service sees"], proxies);

export const takenTexts = (): string =>
  table(
    ["fault", "clients that take it for an answer"],
    takenForGood.map(([fault, who]) => [`\`${fault}\``, who]),
  );

export const sameIdTexts = (): string => table(["queue", "id", "a second job, after the first has ended"], sameIds);

export const deadWorkerTexts = (): string => table(["queue", "the job runs again", "what becomes of it"], deadWorkers);

export const libraryTexts = (): string => table(["library", "call", "the first time", "again"], libraries);

const cell = (counts: string | undefined): string => {
  if (counts === undefined) return "–";
  const [first, second] = counts.split(" ");
  return first === second ? `**${first}, ${second}**` : `${first}, ${second}`;
};

export const mysqlTexts = (): string =>
  table(
    ["driver", ...Object.values(statements)],
    mysqlRows.map(({ drivers, counts }) => [
      drivers,
      ...(Object.keys(statements) as Statement[]).map((name) => cell(counts[name])),
    ]),
  );

export const otherTexts = (): string =>
  table(
    ["driver", "statement", "affected rows"],
    otherRows.map(([driver, insert, counts]) => [driver, `\`${insert}\``, cell(counts)]),
  );

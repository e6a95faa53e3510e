import { InvalidInput } from "../../package/errors.js";
import { type Kind, readOption } from "./kinds.js";
import { environmentName } from "./option-text.js";
import { type ChosenOptions, chosenIn, isNegated, negatedName, optionRows } from "./options.js";

/** Settings from the environment. An empty variable counts as absent. */
export const chosenByEnvironment = (env: NodeJS.ProcessEnv): ChosenOptions =>
  chosenIn((name, kind) => variable(env, name, kind));

function variable(env: NodeJS.ProcessEnv, name: string, kind: Kind): unknown {
  const variableName = environmentName(name);
  const found = env[variableName];
  if (found === undefined || found === "") return undefined;
  try {
    return readOption(kind, found);
  } catch (error) {
    throw error instanceof InvalidInput ? new InvalidInput(`${variableName}: ${error.message}`) : error;
  }
}

/** Variables that exec passes to its commands, and that of the test kits. They are not options. */
const others = [
  "URL",
  "LANE",
  "MERCHANT_ID",
  "PRIVATE_KEY_FILE",
  "PUBLIC_KEY_FILE",
  "BELIEFS_FILE",
  "COMMAND",
  "RUN",
  "CA_FILE",
  "AMOUNTS",
  "SHOPPER",
  "SHOPPER_FILE",
].map((name) => `PAYMENT_SANDBOX_${name}`);
/** Variables that Kubernetes sets in each container for a service of this name. */
const ofAService = /^PAYMENT_SANDBOX_(SERVICE_|PORT_)/;

/** Options of commands that are no settings, so neither the environment nor the config file has them. */
export const flagsOnly = ["report", "detach", "look", "only", "budget", "jobs", "timeout", "baseline"] as const;

/** A line for each variable that looks like an option but isn't one. */
export async function unknownVariables(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const options = optionRows.flatMap((row) => [row.name, ...(isNegated(row) ? [negatedName(row)] : [])]);
  const known = [...options.map(environmentName), ...others];
  const isUnknown = (name: string): boolean =>
    name.startsWith("PAYMENT_SANDBOX_") && !ofAService.test(name) && !known.includes(name);
  const unknown = Object.keys(env).filter(isUnknown);
  if (unknown.length === 0) return [];
  // Loaded only if there is something to compare, which is rare.
  const [{ sentence }, { similar }] = await Promise.all([
    import("../../core/scenario/values/issues.js"),
    import("../../core/scenario/values/similar.js"),
  ]);
  return unknown.map((name) => {
    const what = `${name} is no variable that the sandbox knows`;
    const flag = flagsOnly.find((one) => environmentName(one) === name);
    return flag !== undefined
      ? `${what}: --${flag} is an option of the command line alone`
      : sentence({ what, ...similar(name, known) });
  });
}

import { InvalidInput } from "../package/errors.js";
import { flag, type Kind, readText } from "./kinds.js";
import { type Chosen, environmentName, isNegated, negatedName, optionRows } from "./options.js";

/** What the environment chooses. An empty variable counts as absent. */
export function chosenByEnvironment(env: NodeJS.ProcessEnv): Chosen {
  const chosen: Record<string, unknown> = {};
  for (const row of optionRows) {
    const found = variable(env, row.name, row.kind);
    // `--no-magic` is PAYMENT_SANDBOX_NO_MAGIC=true, or PAYMENT_SANDBOX_MAGIC=false.
    const off = isNegated(row) ? variable(env, negatedName(row), flag) : undefined;
    const value = found ?? (off === undefined ? undefined : !off);
    if (value !== undefined) chosen[row.name] = value;
  }
  return chosen;
}

function variable(env: NodeJS.ProcessEnv, name: string, kind: Kind): unknown {
  const variableName = environmentName(name);
  const found = env[variableName];
  if (found === undefined || found === "") return undefined;
  try {
    return readText(kind, found);
  } catch (error) {
    throw error instanceof InvalidInput ? new InvalidInput(`${variableName}: ${error.message}`) : error;
  }
}

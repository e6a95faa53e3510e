import { resolveSettings } from "../../../server/options/resolve.js";
import type { SandboxOptions } from "../../library/types.js";

/** The choices and codes from the config file, if there is one. */
export async function optionsUnderConfig(): Promise<SandboxOptions> {
  const env = { PAYMENT_SANDBOX_CONFIG: process.env.PAYMENT_SANDBOX_CONFIG };
  const { settings } = await resolveSettings({ flags: {}, env, cwd: process.cwd() });
  return { assumptions: { ...settings.policy }, responseCodes: { ...settings.responseCodes } };
}

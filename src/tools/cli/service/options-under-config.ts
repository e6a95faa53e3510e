import { findConfig } from "../../../server/options/discover.js";
import { resolveSettings } from "../../../server/options/resolve.js";
import type { SandboxOptions } from "../../library/types.js";

/** The choices and codes from the config file, if there is one. */
export async function optionsUnderConfig(): Promise<SandboxOptions> {
  const cwd = process.cwd();
  const config = findConfig(process.env.PAYMENT_SANDBOX_CONFIG || undefined, cwd);
  if (config === undefined) return {};
  const { settings } = await resolveSettings({ flags: { config }, env: {}, cwd });
  return { assumptions: { ...settings.policy }, responseCodes: { ...settings.responseCodes } };
}

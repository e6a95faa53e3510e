import { findConfig } from "../config/discover.js";
import { resolveSettings } from "../config/resolve.js";
import { Shadow } from "../trust/compare/shadow.js";

/** A sandbox to compare with, which answers by the choices and codes of the config file, where there is one. */
export async function shadowUnderConfig(): Promise<Shadow> {
  const cwd = process.cwd();
  const config = findConfig(process.env.PAYMENT_SANDBOX_CONFIG || undefined, cwd);
  if (config === undefined) return Shadow.start();
  const { settings } = await resolveSettings({ flags: { config }, env: {}, cwd });
  return Shadow.start({ assumptions: { ...settings.policy }, responseCodes: { ...settings.responseCodes } });
}

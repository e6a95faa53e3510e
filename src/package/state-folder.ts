import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** The facts that determine a user's folders. */
export interface UserPlace {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
}

/** The folder for a user's data that outlives a process: $XDG_STATE_HOME, else the system's own folder. */
export function stateFolder(
  env: NodeJS.ProcessEnv = process.env,
  { platform, home }: Omit<UserPlace, "env"> = { platform: process.platform, home: homedir() },
): string {
  const chosen = env.XDG_STATE_HOME;
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, "payment-sandbox");
  if (platform === "win32") return join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "payment-sandbox");
  return join(home, ".local", "state", "payment-sandbox");
}

import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** What a user's machine says of itself. */
export interface UserPlace {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly home: string;
}

/** Where the sandbox keeps what is one user's and outlives a process: $XDG_STATE_HOME, else what the system has for it. */
export function stateFolder(
  env: NodeJS.ProcessEnv = process.env,
  { platform, home }: Omit<UserPlace, "env"> = { platform: process.platform, home: homedir() },
): string {
  const chosen = env.XDG_STATE_HOME;
  if (chosen !== undefined && isAbsolute(chosen)) return join(chosen, "payment-sandbox");
  if (platform === "win32") return join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "payment-sandbox");
  return join(home, ".local", "state", "payment-sandbox");
}

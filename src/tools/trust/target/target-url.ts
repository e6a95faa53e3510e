import { InvalidInput } from "../../../package/errors.js";
import { isLoopback } from "../../../package/loopback.js";

/** True if a base URL leads only to this machine. */
export const isOnLoopback = (url: string): boolean => isLoopback(new URL(url).hostname);

/** A base URL as given, without a trailing slash. Throws InvalidInput that names the option. */
export function baseUrlOf(option: string, given: string): string {
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new InvalidInput(
      `${option}: expected an address such as http://localhost:4655, found ${JSON.stringify(given)}`,
    );
  const { username, password, search, hash } = new URL(given);
  if (username || password || search || hash)
    throw new InvalidInput(`${option}: expected a base URL without user, query and fragment`);
  return given.replace(/\/+$/, "");
}

/** Throws InvalidInput if the target is not on this machine and the user has not agreed to that. */
export function requireConsent(url: string, hasAgreed: boolean): void {
  if (hasAgreed || isOnLoopback(url)) return;
  throw new InvalidInput(
    `${new URL(url).host} is not on this machine: --yes agrees to send calls there (--plan prints them and sends nothing)`,
  );
}

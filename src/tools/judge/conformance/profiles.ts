import { InvalidInput } from "../../../package/errors.js";
import { concurrency } from "./concurrency.js";
import { crash } from "./crash.js";
import { hostedCheckout } from "./hosted-checkout.js";
import { movingOn } from "./moving-on.js";
import { notifications } from "./notifications.js";
import { recovery } from "./recovery.js";
import { refundAndVoid } from "./refund-and-void.js";
import { type Profile, withImplied } from "./requirement.js";
import { tokens } from "./tokens.js";

/** In the order in which reports list them. */
export const profiles: readonly Profile[] = [
  hostedCheckout,
  tokens,
  refundAndVoid,
  notifications,
  recovery,
  concurrency,
  crash,
  movingOn,
].map((profile) => ({ ...profile, requirements: profile.requirements.map(withImplied) }));

/** The profiles of `--profile hc,nt` or `all`, in the order of the list. Throws InvalidInput. */
export function profilesNamed(text: string): readonly Profile[] {
  const asked = text.split(",").map((name) => name.trim().toLowerCase());
  const known = ["all", ...profiles.map(({ id }) => id)];
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new InvalidInput(`--profile: unknown profile ${JSON.stringify(unknown)}, expected ${known.join(", ")}`);
  return asked.includes("all") ? profiles : profiles.filter(({ id }) => asked.includes(id));
}

/** The patterns of all mutants that these profiles' tests need. Undefined if they need every mutant. */
export function neededBy(chosen: readonly Profile[]): readonly string[] | undefined {
  const all = chosen.flatMap(({ requirements }) => requirements.flatMap(({ mutants }) => mutants));
  // In later lanes, a mutant's id starts with the lane's number.
  return all.includes("*") ? undefined : [...new Set(all.flatMap((glob) => [glob, `lane*.${glob}`]))];
}

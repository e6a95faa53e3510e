import { Unreachable } from "../library/control-client.js";
import { findWhy, notFound } from "../library/why.js";
import { whyText } from "../library/why-text.js";

export interface WhyOptions {
  /** Of the running sandbox. */
  readonly url: string;
  /** Undefined: the lane that the url names, else the default one. */
  readonly lane?: string | undefined;
  /**
   * `req-12`, an order's id or merchantReference, a notification's id (`notification-7` where an order has the same).
   * Undefined: the latest call.
   */
  readonly id?: string | undefined;
  /** Of the latest calls that one which did not go through; not together with `id`. */
  readonly lastRefused?: boolean | undefined;
  readonly json?: boolean | undefined;
  /** For a sandbox off loopback. */
  readonly adminToken?: string | undefined;
  readonly print?: ((text: string) => void) | undefined;
  readonly complain?: ((text: string) => void) | undefined;
}

/** Says why a call, an order or a notification went as it did. Resolves with the exit code: 0, 2 nothing found, 3 no sandbox. */
export async function runWhy(options: WhyOptions): Promise<number> {
  const { id, lastRefused = false, json = false } = options;
  const print = options.print ?? ((text) => process.stdout.write(text));
  const complain = options.complain ?? ((text) => process.stderr.write(text));
  const base = `${options.url.replace(/\/+$/, "")}${options.lane === undefined ? "" : `/lane/${options.lane}`}`;
  try {
    const why = await findWhy({ base, adminToken: options.adminToken }, { id, lastRefused });
    if (!why) {
      complain(`${notFound({ id, lastRefused })} at ${base}; mind the lane (--lane)\n`);
      return 2;
    }
    print(json ? `${JSON.stringify(why, null, 2)}\n` : whyText(why));
    return 0;
  } catch (error) {
    const { message } = error as Error;
    complain(error instanceof Unreachable ? `${message}: start it, or name it with --url\n` : `${message}\n`);
    return 3;
  }
}

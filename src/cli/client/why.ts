import { Unreachable } from "../../library/control-client.js";
import { findWhy, nothingFound } from "../../library/why.js";
import { whyText } from "../../library/why-text.js";
import { printable } from "../../package/printable.js";

export interface WhyOptions {
  /** The address of the running sandbox. */
  readonly url: string;
  /** Undefined: the lane in the URL, or else the default lane. */
  readonly lane?: string | undefined;
  /**
   * `req-12`, an order's id or merchantReference, or a notification's id (`notification-7` if an order has the same).
   * Undefined: the latest call.
   */
  readonly id?: string | undefined;
  /** True to take the latest call that was refused, declined or cut. Not together with `id`. */
  readonly lastRefused?: boolean | undefined;
  readonly json?: boolean | undefined;
  /** For a sandbox that listens beyond loopback. */
  readonly adminToken?: string | undefined;
  readonly print?: ((text: string) => void) | undefined;
  readonly complain?: ((text: string) => void) | undefined;
}

/**
 * Explains the result of a call, an order or a notification. Resolves with the exit code: 0, 2 (nothing found) or 3
 * (no sandbox).
 */
export async function runWhy(options: WhyOptions): Promise<number> {
  const { id, lastRefused = false, json = false } = options;
  const print = options.print ?? ((text) => process.stdout.write(printable(text)));
  const complain = options.complain ?? ((text) => process.stderr.write(text));
  const base = `${options.url.replace(/\/+$/, "")}${options.lane === undefined ? "" : `/lane/${options.lane}`}`;
  try {
    const why = await findWhy({ base, adminToken: options.adminToken }, { id, lastRefused });
    if (!why) {
      complain(`${nothingFound({ id, lastRefused })} at ${base}; check the lane (--lane)\n`);
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

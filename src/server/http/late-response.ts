import { once } from "../../package/once.js";
import type { WireAnswer } from "../payment-api/http/payment-api.js";

/**
 * The answer of a call without a socket, as `fetch` gives it. Node loads all of fetch for its first `Response`, which is
 * two thirds of the CPU of the first call. So until something else has loaded it, the usual members answer without it, and
 * any other member makes the real response.
 */
export const responseOf = (answer: Omit<WireAnswer, "fault">): Response =>
  isFetchLoaded() ? made(answer) : lateResponse(answer);

const made = ({ status, headers, body }: Omit<WireAnswer, "fault">): Response =>
  new Response(body, { status, headers });

let isLoaded = false;

/** Asks Node's list of modules, because Node loads fetch for any look at the class. If there is no such list, it counts as loaded. */
function isFetchLoaded(): boolean {
  const { moduleLoadList } = process as { moduleLoadList?: readonly string[] };
  isLoaded ||= moduleLoadList?.includes("NativeModule internal/deps/undici/undici") ?? true;
  return isLoaded;
}

function lateResponse(answer: Omit<WireAnswer, "fault">): Response {
  const { status, headers, body } = answer;
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  let isRead = false;
  const real = once(() => {
    const response = made(answer);
    // Marks its body as used.
    if (isRead) response.text().catch(() => {});
    return response;
  });
  const text = async (): Promise<string> => {
    if (isRead) return real().text();
    isRead = true;
    return decoded(body);
  };
  return late(real, {
    status,
    ok: status >= 200 && status < 300,
    headers: late(() => real().headers, { get: (name) => byName.get(name.toLowerCase()) ?? null }),
    text,
    json: async () => JSON.parse(await text()),
  });
}

/** The text after a way through UTF-8, as a real response reads it. */
const decoded = (body: string): string => body.toWellFormed().replace(/^\uFEFF/, "");

/** Has `own` at once, and all other members of what `make` returns. */
function late<T extends object>(make: () => T, own: Partial<T>): T {
  const shown = { [Symbol.for("nodejs.util.inspect.custom")]: make };
  return new Proxy<object>(shown, {
    get: (_, name) => {
      if (Object.hasOwn(own, name)) return own[name as keyof T];
      // `await` asks for it.
      if (name === "then") return undefined;
      const whole = make();
      const value: unknown = Reflect.get(whole, name, whole);
      return typeof value === "function" && name !== "constructor" ? value.bind(whole) : value;
    },
    has: (_, name) => Reflect.has(make(), name),
    getPrototypeOf: () => Reflect.getPrototypeOf(make()),
  }) as T;
}

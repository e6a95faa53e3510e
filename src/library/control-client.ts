import type { ControlError } from "./types.js";

/** What the control API refused. */
export class Refused extends Error implements ControlError {
  readonly status: number;
  readonly code: string;
  readonly fix: string;
  readonly nearest: readonly unknown[];

  constructor(status: number, told: { code?: string; message?: string; fix?: string; nearest?: readonly unknown[] }) {
    const nearest = told.nearest?.length ? `\nnearest: ${JSON.stringify(told.nearest, null, 2)}` : "";
    super(`${told.message ?? `HTTP ${status}`}${told.fix === undefined ? "" : ` (${told.fix})`}${nearest}`);
    this.name = "ControlError";
    this.status = status;
    this.code = told.code ?? "unknown";
    this.fix = told.fix ?? "";
    this.nearest = told.nearest ?? [];
  }
}

/** Calls the control API of one lane. */
export class ControlClient {
  readonly #base: string;
  readonly #token: string | undefined;

  /** `url`: where the lane is reached from here, without a trailing slash. */
  constructor(url: string, token?: string) {
    this.#base = `${url}/_sandbox/`;
    this.#token = token;
  }

  get = <T>(path: string, query: object = {}): Promise<T> => this.#call("GET", `${path}${queryText(query)}`);
  post = <T>(path: string, body: unknown = {}): Promise<T> => this.#call("POST", path, body);
  put = <T>(path: string, body: unknown): Promise<T> => this.#call("PUT", path, body);
  delete = (path: string): Promise<void> => this.#call("DELETE", path);

  async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(this.#token !== undefined && { Authorization: `Bearer ${this.#token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const told = text === "" ? undefined : JSON.parse(text);
    if (!response.ok) throw new Refused(response.status, told ?? {});
    return told;
  }
}

function queryText(query: object): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) params.set(key, String(value));
  return params.size === 0 ? "" : `?${params}`;
}

import { type ConsoleCommand, literal, signedCode } from "./command-text.js";

type Body = Record<string, unknown>;

const PLACE = /\{(\w+)\}/g;

/** Reads the command from an element's data attributes. A form adds its typed values. */
export function commandOf(element: HTMLElement): ConsoleCommand {
  const { method = "POST", path = "", body, code = "", ask } = element.dataset;
  const given = body === undefined ? undefined : (JSON.parse(body) as Body);
  const full = element instanceof HTMLFormElement ? typedInto({ ...given }, element) : given;
  return { method, path, body: full, code: codeOf(full, path, code), ask };
}

/** Puts each typed value at the path that its field's name gives. A field named `$` is the whole body as text. */
function typedInto(body: Body, form: HTMLFormElement): Body | string {
  for (const field of form.querySelectorAll<HTMLInputElement>("[name]")) {
    if (field.name === "$") return field.value;
    const value = typedIn(field);
    if (value !== undefined) put(body, field.name.split("."), value);
  }
  return body;
}

function typedIn({ type, value, checked, dataset }: HTMLInputElement): unknown {
  if (type === "checkbox") return checked ? true : undefined;
  if (value.trim() === "") return undefined;
  if (dataset.type === "number") return Number(value);
  return dataset.type === "json" ? jsonOrText(value) : value;
}

function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function put(body: Body, path: readonly string[], value: unknown): void {
  const [first = "", ...rest] = path;
  if (rest.length === 0) {
    body[first] = value;
    return;
  }
  body[first] ??= {};
  put(body[first] as Body, rest, value);
}

/** A typed request becomes an object, unless the library would send it otherwise. */
function codeOf(body: Body | string | undefined, path: string, code: string): string {
  if (typeof body !== "string") return filled(code, body);
  const params = jsonOrText(body) as Body | null;
  return params?.merchantId === undefined ? filled(signedCode(path), body) : filled(code, params);
}

const filled = (code: string, body: Body | string | undefined): string =>
  code.replace(PLACE, (_, name: string) => literal(name === "body" ? body : (body as Body | undefined)?.[name]));

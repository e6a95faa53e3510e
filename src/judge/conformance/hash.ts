import { createHash } from "node:crypto";

/** The SHA-256 of a value, in hex. The order of an object's members doesn't matter. */
export const contentHash = (value: unknown): string => createHash("sha256").update(canonical(value)).digest("hex");

/** JSON with each object's members sorted by name. Undefined members are left out. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`);
  return `{${members.join(",")}}`;
}

import { expect, it } from "vitest";
import { packageText } from "../../src/package/files.js";
import { sources } from "../support/sources.js";

/** What a message says besides what differs. */
const partsOf = (message: string): readonly string[] =>
  message
    .split("…")
    .map((part) => part.trim())
    .filter((part) => part.length > 8);

const headings = [...packageText("docs/troubleshooting.md").matchAll(/^### `(.+)`$/gm)].map(([, message]) => message!);
const code = [...sources.map(({ text }) => text), packageText("bin/node-version.js")]
  .join("\n")
  .replaceAll(/\$\{[^}]*\}/g, "…");

it.each(headings.filter((message) => partsOf(message).length > 0))(
  "the message %s is one of the sandbox's",
  (message) => {
    for (const part of partsOf(message)) expect(code.includes(part), part).toBe(true);
  },
);

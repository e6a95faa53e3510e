import { existsSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { anchorOf } from "../../build/docs/links.js";
import { packagePath, packageText } from "../../src/package/files.js";
import { pages } from "../../src/tools/judge/conformance/requirement.js";
import { files } from "./blocks.js";

const withoutCode = (text: string): string =>
  text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "").replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, "_"));

const linksOf = (text: string): readonly string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
    ([, inText, inTag]) => (inText ?? inTag)!,
  );

/** The anchors of a page; the second heading of the same text has a number. */
function anchorsOf(text: string): readonly string[] {
  const seen = new Map<string, number>();
  return [...text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "").matchAll(/^#+ (.*)$/gm)].map(([, heading]) => {
    const anchor = anchorOf(heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"));
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

/** Public pages that say what a test of conformance asks. */
const cited = new Set<string>(Object.values(pages).map(({ url }) => url));

describe.each([...files, "CHANGELOG.md"])("the links of %s", (file) => {
  const links = linksOf(packageText(file)).filter((link) => !/^[a-z]+:/.test(link));

  it("lead to files that are there, and to headings that they have", () => {
    const wrong = links.filter((link) => {
      const [, path = "", anchor] = /^([^#]*)(?:#(.*))?$/.exec(link) ?? [];
      const target = path === "" ? file : posix.join(posix.dirname(file), path);
      if (!existsSync(packagePath(target))) return true;
      return anchor !== undefined && !anchorsOf(packageText(target)).includes(anchor);
    });
    expect(wrong).toEqual([]);
  });

  it("leave the machine only for what is not in the repository", () => {
    const elsewhere = linksOf(packageText(file)).filter((link) => /^https?:/.test(link));
    expect(
      elsewhere.filter(
        (link) =>
          !link.startsWith("https://github.com/payment-sandbox/") &&
          !link.startsWith("http://localhost") &&
          !cited.has(link),
      ),
    ).toEqual([]);
  });
});

// Where the links of a page lead in the site: pages and files of the repository have addresses of their own there.
import { existsSync, statSync } from "node:fs";
import { posix } from "node:path";

/** What a page may lead to, by its path within the repository. */
export interface Targets {
  /** The address of a page, such as `judge.html`. */
  readonly pageOf: (file: string) => string | undefined;
  /** Takes a file into the site; answers its address there. */
  readonly take: (file: string) => string;
}

const isElsewhere = (link: string): boolean => /^([a-z]+:|#|\/)/.test(link);

/** The link as the site has it. Throws where it leads nowhere. */
export function linkInSite(link: string, from: string, { pageOf, take }: Targets): string {
  if (isElsewhere(link)) return link;
  const [, path = "", anchor = ""] = /^([^#]*)(#.*)?$/.exec(link) ?? [];
  const file = posix.join(posix.dirname(from), path).replace(/\/$/, "");
  const page = pageOf(file) ?? pageOf(`${file}/README.md`);
  if (page !== undefined) return page + anchor;
  if (!existsSync(file)) throw new Error(`${from}: expected a file that is there, found a link to ${link}`);
  if (statSync(file).isDirectory()) throw new Error(`${from}: expected a link to a page or a file, found ${link}`);
  return take(file) + anchor;
}

/** The text with its links changed, those inside of blocks of code left alone. */
export const withLinks = (text: string, change: (link: string) => string): string =>
  text
    .split(/(^ *```[\s\S]*?^ *```$)/m)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part
            .replace(/(\]\()([^)\s]+)(\))/g, (_, open, link, close) => open + change(link) + close)
            .replace(/((?:src|href)=")([^"]+)(")/g, (_, open, link, close) => open + change(link) + close),
    )
    .join("");

/** The anchor of a heading, as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/<[^>]+>/g, "")
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

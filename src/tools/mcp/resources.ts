import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { similar } from "../../core/scenario/values/similar.js";
import { withUrl } from "../../package/default-url.js";
import { chapterText, endpointParts } from "../../package/docs-search/chapter-text.js";
import { sitePage } from "../../package/docs-search/page-files.js";
import { readSearchIndex, type SearchIndex } from "../../package/docs-search/search-index.js";
import { packagePath, packageText } from "../../package/files.js";

/** A file of the package that an agent can read. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: string;
  readonly file: string;
}

const SCHEME = "payment-sandbox://";

/** The pages of the documentation, and the schemas. */
export function resources(): readonly Resource[] {
  return [
    page("README.md", "overview"),
    ...readdirSync(packagePath("dist/docs"))
      .filter((file) => file.endsWith(".md"))
      .sort()
      .map((file) => file.replace(/\.md$/, ""))
      .map((name) => page(sitePage(name), name)),
    schema("scenario.schema.json", "The format of scenario files (JSON Schema)"),
    schema("judge.schema.json", "The format of the judge's report (JSON Schema)"),
  ];
}

/** The addresses that the list doesn't have one by one. */
export const resourceTemplates = [
  {
    uriTemplate: `${SCHEME}docs/{page}#{chapter}`,
    name: "chapter",
    title: "One chapter of a page of the documentation",
    mimeType: "text/markdown",
  },
  {
    uriTemplate: `${SCHEME}docs/files/{+path}`,
    name: "file",
    title: "An example file that a page links",
    mimeType: "text/plain",
  },
] as const;

/**
 * The text of a resource, or of one chapter of a page (`…/docs/judge#beliefs`), with the address of this sandbox in its
 * commands. Undefined if the name is unknown.
 */
export function readResource(uri: string, base: string): (Resource & { readonly text: string }) | undefined {
  const found = resourceOf(uri);
  return found && { ...found, text: withUrl(found.text, base) };
}

/** Two names of earlier versions, which differed only by case. */
const renamed: Readonly<Record<string, string>> = { "docs/readme": "docs/overview", "docs/README": "docs/index" };

/** The files of the site to which pages lead, such as examples. Pictures are no text. */
const FILES = "dist/docs/files";
const fileNames = (): readonly string[] =>
  readdirSync(packagePath(FILES), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(png|svg)$/.test(entry.name))
    .map((entry) => relative(packagePath(FILES), join(entry.parentPath, entry.name)).replaceAll("\\", "/"));

function fileOf(uri: string): (Resource & { readonly text: string }) | undefined {
  const name = fileNames().find((one) => uri === `${SCHEME}docs/files/${one}`);
  if (name === undefined) return undefined;
  const file = `${FILES}/${name}`;
  return { uri, name, title: name, mimeType: "text/plain", file, text: packageText(file) };
}

/** The files to which a page leads are resources, too. */
function withFileResources(text: string): string {
  const names = fileNames();
  return text.replace(/\]\(files\/([^)#]+)/g, (link, name: string) =>
    names.includes(name) ? `](${SCHEME}docs/files/${name}` : link,
  );
}

function resourceOf(asked: string): (Resource & { readonly text: string }) | undefined {
  const uri = asked.replace(/docs\/(?:readme|README)(?=#|$)/, (name) => renamed[name]!);
  const [page = "", anchor] = uri.split("#");
  const found = resources().find((one) => one.uri === page);
  if (!found) return fileOf(uri);
  if (anchor === undefined) return { ...found, text: withFileResources(packageText(found.file)) };
  const chapter = docsIndex().chapters.find((one) => uriOf(one.chapter.address) === uri)?.chapter;
  if (!chapter) return undefined;
  const parts = endpointParts(chapter).map((title) => `## ${title}\n\n${chapterText({ ...chapter, title })}\n`);
  const whole = [`# ${chapter.title}\n\n${chapterText(chapter)}\n`, ...parts].join("\n");
  return { ...found, text: withFileResources(whole) };
}

/** The resource of a chapter that a search found. */
export const uriOf = (address: string): string => `${SCHEME}docs/${address.replace(".html", "")}`;

/** The resource that was probably meant, by its page's or chapter's name if need be. */
export function similarResource(uri: string): { didYouMean?: string } {
  const all = [
    ...resources().map((one) => one.uri),
    ...docsIndex().chapters.map(({ chapter }) => uriOf(chapter.address)),
  ];
  const [page = "", anchor = ""] = uri
    .replace(SCHEME, "")
    .replace(/^docs\//, "")
    .replace(/\.(md|html)/, "")
    .split("#");
  const whole = `${SCHEME}docs/${page}${anchor === "" ? "" : `#${anchor}`}`;
  const ofPage = all.filter((one) => one.startsWith(`${SCHEME}docs/${page}`));
  return all.includes(whole) ? { didYouMean: whole } : similar(whole, ofPage.length > 0 ? ofPage : all);
}

let loaded: SearchIndex | undefined;

/** Read on the first search, and then kept. */
export const docsIndex = (): SearchIndex => {
  loaded ??= readSearchIndex(packageText("dist/docs/search.jsonl"));
  return loaded;
};

/** A page's title is its first heading. */
function page(file: string, name: string): Resource {
  const title = /^# (.+)$/m.exec(packageText(file))?.[1] ?? name;
  return { uri: `${SCHEME}docs/${name}`, name, title, mimeType: "text/markdown", file };
}

const schema = (file: string, title: string): Resource => ({
  uri: `${SCHEME}${file}`,
  name: file,
  title,
  mimeType: "application/schema+json",
  file,
});

import { readdirSync } from "node:fs";
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
    page("README.md", "readme"),
    ...readdirSync(packagePath("docs"))
      .filter((file) => file.endsWith(".md"))
      .sort()
      .map((file) => page(`docs/${file}`, file.replace(/\.md$/, ""))),
    schema("scenario.schema.json", "The format of scenario files (JSON Schema)"),
    schema("judge.schema.json", "The format of the judge's report (JSON Schema)"),
  ];
}

/** The text of a resource. Undefined if the name is unknown. */
export function readResource(uri: string): (Resource & { readonly text: string }) | undefined {
  const found = resources().find((one) => one.uri === uri);
  return found && { ...found, text: packageText(found.file) };
}

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

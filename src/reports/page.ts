import { html, raw } from "hono/html";
import { style } from "./style.js";

export { html };

/** HTML in which every inserted text is escaped. */
export type Html = ReturnType<typeof html>;

interface ReportPage {
  readonly title: string;
  readonly body: Html;
  /** A script of ours that makes the page easier to use. The page can be read without it. */
  readonly script?: string;
}

/** A self-contained HTML page, so that a build can store it as an artefact. */
export async function reportPage({ title, body, script }: ReportPage): Promise<string> {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${raw(style)}</style></head><body><main>
${body}
</main>${script === undefined ? "" : raw(`<script>${script}</script>`)}</body></html>
`;
  return String(await page);
}

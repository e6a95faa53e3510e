import { html, raw } from "hono/html";
import { style } from "./style.js";

export { html };

/** HTML in which every text that was put in is escaped. */
export type Html = ReturnType<typeof html>;

interface ReportPage {
  readonly title: string;
  readonly body: Html;
  /** Code of ours that makes the page easier to use; all of it can be read without. */
  readonly script?: string;
}

/** One page with nothing outside of it: it can be kept as an artefact of a build. */
export async function reportPage({ title, body, script }: ReportPage): Promise<string> {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${raw(style)}</style></head><body><main>
${body}
</main>${script === undefined ? "" : raw(`<script>${script}</script>`)}</body></html>
`;
  return String(await page);
}

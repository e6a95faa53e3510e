import { html } from "hono/html";

export { html };

/** HTML in which every inserted text is escaped. */
export type SafeHtml = ReturnType<typeof html>;

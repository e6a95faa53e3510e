import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { Lane } from "../../app/lane.js";
import { At } from "./parts.js";
import { styles } from "./styles.js";

/** What every view of the inspection page knows. */
export interface Inspection {
  readonly lane: Lane;
  /** Path of the overview, as the browser called it, without a trailing slash. */
  readonly home: string;
  readonly nonce: string;
  /** Reloads by itself. */
  readonly isLive: boolean;
}

/** No script, nothing from elsewhere, in no frame. */
export const securityHeaders = (nonce: string): Record<string, string> => ({
  "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
});

const LIVE_SECONDS = 2;

export async function Layout({ of, title, children }: { of: Inspection; title: string; children?: Child }) {
  const { lane, home, nonce, isLive } = of;
  const { now, clock, seed } = await lane.store.views.lane();
  return (
    <>
      {raw("<!doctype html>")}
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          {isLive && <meta http-equiv="refresh" content={String(LIVE_SECONDS)} />}
          <title>{`${title} · payment-sandbox`}</title>
          <style nonce={nonce}>{raw(styles)}</style>
        </head>
        <body>
          <header>
            <div>
              <strong>
                <a href={home}>payment-sandbox</a>
              </strong>
              <dl>
                <div>
                  <dt>lane</dt>
                  <dd data-testid="lane">{lane.name}</dd>
                </div>
                <div>
                  <dt>clock</dt>
                  <dd data-testid="clock">
                    <At at={now} /> {clock.mode === "frozen" ? "(frozen)" : "(runs)"}
                  </dd>
                </div>
                <div>
                  <dt>seed</dt>
                  <dd>{seed}</dd>
                </div>
              </dl>
              <form method="get" action={home}>
                <input name="find" aria-label="Find" placeholder="req-12, order id or reference" required />
                <button type="submit">Find</button>
              </form>
            </div>
          </header>
          <main>{children}</main>
          <footer>
            <p>
              An unofficial sandbox. Times are UTC. What nobody has published is a guess, and says so:{" "}
              <a href={`${home}#assumptions`}>assumptions</a>.
            </p>
          </footer>
        </body>
      </html>
    </>
  );
}

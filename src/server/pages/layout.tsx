import { randomUUID } from "node:crypto";
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import type { Standpoint } from "./addresses.js";
import { pageColours } from "./contrast.js";
import type { PageLook } from "./hosted/view.js";
import { script } from "./script.js";
import { styles } from "./styles.js";
import { type Language, texts } from "./text/index.js";

/** The data about a request that every page uses. */
export interface Visit extends Standpoint {
  readonly language: Language;
  readonly nonce: string;
  readonly formToken: string;
  /** True if the wallet's app can open on this device, so no code has to be scanned. */
  readonly isPhone: boolean;
}

export const freshNonce = (): string => randomUUID();

/**
 * No `form-action`: Chromium applies it to redirects after a form, including those to the shop, whose addresses we
 * can't list. No `frame-ancestors`: shops may embed the page.
 */
export const securityHeaders = (nonce: string): Record<string, string> => ({
  "Content-Security-Policy": `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data:; connect-src 'self'; base-uri 'none'`,
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
});

function colours(look: PageLook): string {
  const p = pageColours(look);
  return `:root{--bg:${p.background};--on-bg:${p.text};--btn:${p.button};--on-btn:${p.buttonText}}`;
}

interface LayoutProps {
  readonly visit: Visit;
  readonly title: string;
  readonly look: PageLook;
  readonly payee?: string | undefined;
  /** The redirect for browsers without scripts: its target, and the delay in seconds. */
  readonly refresh?: { readonly seconds: number; readonly to: string } | undefined;
  /** A panel above the page. It looks different on purpose, because the real service has none. */
  readonly testPanel?: Child;
  readonly children: Child;
}

/** A whole document. */
export function Layout({ visit, title, look, payee, refresh, testPanel, children }: LayoutProps) {
  const t = texts[visit.language];
  return (
    <html lang={visit.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        {refresh && (
          <noscript>
            <meta http-equiv="refresh" content={`${refresh.seconds};url=${refresh.to}`} />
          </noscript>
        )}
        <style nonce={visit.nonce}>{raw(colours(look) + styles)}</style>
      </head>
      <body>
        <a class="skip" href="#main">
          {t.skip}
        </a>
        {testPanel}
        <header class="top">
          <div class="who">
            <LockIcon />
            <bdi>{payee ?? t.checkoutTitle}</bdi>
          </div>
          {look.showLang !== false && <Languages visit={visit} />}
        </header>
        <main class="wrap" id="main">
          {children}
        </main>
        <footer class="foot">
          {look.showPoweredBy !== false && <span data-testid="powered-by">{t.poweredBy}</span>}
        </footer>
        <script nonce={visit.nonce}>{raw(script())}</script>
      </body>
    </html>
  );
}

const names = { en: "ENG", "zh-HK": "繁" } as const;

/**
 * The language links. They stay on this page. After a form was sent, the routes redirect them to the session's page.
 */
function Languages({ visit }: { readonly visit: Visit }) {
  const link = (language: Language) => (
    <a
      href={`?lang=${language}`}
      lang={language}
      hreflang={language}
      data-testid={`lang-${language}`}
      aria-current={visit.language === language ? "true" : undefined}
      title={language === "en" ? "English" : "繁體中文"}
    >
      {names[language]}
    </a>
  );
  return (
    <nav class="langs" aria-label={texts[visit.language].language}>
      {link("en")}
      <span aria-hidden="true">/</span>
      {link("zh-HK")}
    </nav>
  );
}

export const LockIcon = ({ size = 20 }: { readonly size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.8"
    aria-hidden="true"
  >
    <rect x="3.5" y="8.5" width="13" height="9" rx="2" />
    <path d="M6.5 8.5V6a3.5 3.5 0 0 1 7 0v2.5" />
  </svg>
);

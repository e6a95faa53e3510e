/** What stands for a language: its frameworks, test tools and other names. */
const names = {
  node: "express fastify hapi hono javascript js koa nest nestjs nextjs nodejs nuxt ts typescript",
  php: "codeigniter composer drupal laminas laravel magento paratest phpunit prestashop shopware slim symfony woocommerce wordpress yii",
  python: "aiohttp bottle conftest django fastapi flask pip pyramid pytest starlette tornado",
  java: "gradle jakarta junit kotlin ktor maven micronaut quarkus spring",
};

export const languagesOf: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(names).flatMap(([language, known]) => known.split(" ").map((name) => [name, [language]] as const)),
);

export const NO_WORD = /[^\p{L}\p{N}+#]+/u;

/** Pages for users of some languages. For others they rank lower, because another page tells the same without a language. */
const pagesOf: Readonly<Record<string, readonly string[]>> = { kits: ["java", "php", "python"] };
const OTHER_LANGUAGE = 0.5;

/** How much a chapter counts for those who name these languages, or the page itself. */
export function languageWeights(text: string): (address: string) => number {
  const words = text.toLowerCase().split(NO_WORD);
  const named = new Set(words.flatMap((word) => [word, `${word}s`, ...(languagesOf.get(word) ?? [])]));
  const others = Object.entries(pagesOf).filter(
    ([page, languages]) => ![page, ...languages].some((one) => named.has(one)),
  );
  return (address) => (others.some(([page]) => address.startsWith(`${page}.html`)) ? OTHER_LANGUAGE : 1);
}

/** Pages beside `docs` have names of their own; the others are called like their file. */
export const pagesBeside: Readonly<Record<string, string>> = {
  index: "docs/README.md",
  kits: "kits/README.md",
  examples: "examples/README.md",
  shops: "examples/shops/README.md",
};

/** The file of the package that a page of this name is made of. */
export const pageFile = (name: string): string => pagesBeside[name] ?? `docs/${name}.md`;

/** The page as the documentation's site has it: without remarks, with links to the site's files. */
export const sitePage = (name: string): string => `dist/docs/${name}.md`;

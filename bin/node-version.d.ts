export declare function nodeFault(version: string): string | undefined;

/** The address of a sandbox that was started without options. The documentation has it in all commands. */
export const DEFAULT_URL = "http://localhost:4655";

/** A text of the documentation with the address of this sandbox in its commands. */
export const withUrl = (text: string, url: string): string => text.replaceAll(DEFAULT_URL, url);

// The server checks an e-mail by this file, and so does the script in the browser (islands).

export const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

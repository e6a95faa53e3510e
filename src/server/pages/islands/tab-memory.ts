/** A text that this tab keeps from page to page. It is lost if the browser forbids storage, as it may inside a frame. */
export const tabMemory = (key: string) => ({
  read: (): string | null => {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write: (text: string): void => {
    try {
      sessionStorage.setItem(key, text);
    } catch {
      // The next page starts anew.
    }
  },
});

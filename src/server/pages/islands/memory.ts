/**
 * A text that this tab, or with `localStorage` this browser, keeps from page to page. It is lost if the browser
 * forbids storage, as it may inside a frame.
 */
export const memoryOf = (key: string, place: "sessionStorage" | "localStorage" = "sessionStorage") => ({
  read: (): string | null => {
    try {
      return window[place].getItem(key);
    } catch {
      return null;
    }
  },
  write: (text: string): void => {
    try {
      window[place].setItem(key, text);
    } catch {
      // The next page starts anew.
    }
  },
});

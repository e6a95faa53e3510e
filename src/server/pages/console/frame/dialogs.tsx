const keys = [
  ["/", "to the filter"],
  ["j, k", "down and up the list; an open detail follows"],
  ["Enter", "opens the entry beside the list"],
  ["Esc", "out of a field, back to the row"],
  ["Ctrl K", "go to a page, act, or look something up"],
  ["F6", "to the next part of the page"],
  ["?", "this list"],
] as const;

/** The line that says what an act did, and the page's dialogs. */
export const Dialogs = () => (
  <>
    <p role="status" aria-live="polite" id="said" class="said" data-testid="said" />
    <dialog id="ask" aria-labelledby="ask-text">
      <form method="dialog">
        <p id="ask-text" />
        <div class="row">
          <button type="submit" value="no">
            Keep it
          </button>
          <button type="submit" value="yes" class="risky" data-testid="confirm">
            Yes, do it
          </button>
        </div>
      </form>
    </dialog>
    <dialog id="palette" aria-label="Go to" data-testid="palette">
      <input
        type="search"
        aria-label="Go to, act, or look up"
        placeholder="a page, a button, an id, or words of the docs"
      />
      <ul />
    </dialog>
    <dialog id="keys" aria-labelledby="keys-title" data-testid="keys">
      <h2 id="keys-title">Keys</h2>
      <dl>
        {keys.map(([key, what]) => (
          <div>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit" value="no">
          Close
        </button>
      </form>
    </dialog>
  </>
);

import type { Child } from "hono/jsx";

/** A list with a checkbox in each row, to compare two of them. */
export const Comparable = ({ path, isEmpty, children }: { path: string; isEmpty: boolean; children: Child }) =>
  isEmpty ? (
    children
  ) : (
    <form method="get" action={path} class="comparable">
      {children}
      <p class="pages">
        <button type="submit" data-testid="compare-open">
          Compare the two ticked
        </button>
      </p>
    </form>
  );

export const CompareBox = ({ id, what }: { id: string | number; what: string }) => (
  <input type="checkbox" name="compare" value={String(id)} data-testid="compare" aria-label={`Compare ${what} ${id}`} />
);

/** The room of a source file, such as `lane/time`: a folder or a file of one of the five folders of src. A door of the package has its own name. */
export const roomOf = (path: string): string => {
  const [, top = "", second] = path.split("/");
  return second === undefined ? bare(top) : `${top}/${bare(second)}`;
};

const bare = (name: string): string => name.replace(/\.[jt]sx?$/, "");

/** The circles of a graph: each as the nodes that lead to one another (Tarjan's strongly connected components). */
export function circlesOf(nodes: readonly string[], edgesOf: (node: string) => readonly string[]): readonly string[][] {
  const known = new Set(nodes);
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const lower = (node: string, to: number): void => void lowest.set(node, Math.min(lowest.get(node)!, to));
  const visit = (node: string): void => {
    index.set(node, index.size);
    lowest.set(node, index.get(node)!);
    open.push(node);
    for (const next of edgesOf(node)) {
      if (!known.has(next)) continue;
      if (!index.has(next)) {
        visit(next);
        lower(node, lowest.get(next)!);
      } else if (open.includes(next)) lower(node, index.get(next)!);
    }
    if (lowest.get(node) !== index.get(node)) return;
    const circle = open.splice(open.indexOf(node));
    if (circle.length > 1) circles.push(circle);
  };
  for (const node of nodes) if (!index.has(node)) visit(node);
  return circles;
}

/** The room of a source file: a folder of src, a folder of src/lane, or a file that lies straight in one of these two. */
export function roomOf(path: string): string {
  const inApp = /^src\/app\/([^/]+)/.exec(path)?.[1];
  if (inApp !== undefined) return `app/${bare(inApp)}`;
  return bare(/^src\/([^/]+)/.exec(path)?.[1] ?? "");
}

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

import { type Document, isMap, isNode, isScalar, isSeq, type Node, type YAMLMap } from "yaml";

/**
 * Finds the positions of a document's members. Remembers the keys of each object, so that many searches are as fast
 * as few.
 */
export class Places {
  readonly #doc: Document.Parsed;
  readonly #members = new WeakMap<YAMLMap, ReadonlyMap<string, Member>>();

  constructor(doc: Document.Parsed) {
    this.#doc = doc;
  }

  /**
   * The offset of the member at `path`, or of its nearest ancestor if it is missing. With `key`, the offset of that
   * key inside it.
   */
  offsetOf(path: readonly PropertyKey[], key?: string): number {
    let node: unknown = this.#doc.contents;
    let depth = 0;
    let deepest: Node | null = this.#doc.contents;
    for (; depth < path.length; depth++) {
      node = this.#inside(node, path[depth] as PropertyKey);
      if (!isNode(node)) break;
      deepest = node;
    }
    const named = key !== undefined && isMap(deepest) ? this.#membersOf(deepest).get(key)?.key : undefined;
    return startOf(named) ?? startOf(deepest) ?? 0;
  }

  #inside(node: unknown, step: PropertyKey): unknown {
    if (isMap(node)) return this.#membersOf(node).get(String(step))?.value;
    return isSeq(node) ? node.items[Number(step)] : undefined;
  }

  #membersOf(map: YAMLMap): ReadonlyMap<string, Member> {
    let members = this.#members.get(map);
    if (!members) {
      members = new Map(map.items.map((member) => [keyText(member.key), member]));
      this.#members.set(map, members);
    }
    return members;
  }
}

type Member = YAMLMap["items"][number];

const keyText = (key: unknown): string => String(isScalar(key) ? key.value : key);
const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);

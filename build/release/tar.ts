/** An entry of an archive; without content it is a folder. */
export interface Entry {
  /** Without a first slash. */
  readonly path: string;
  readonly mode: number;
  readonly content?: Uint8Array;
}

const BLOCK = 512;
/** The same contents make the same bytes. */
const MODIFIED_AT_S = 946_684_800;

/** A tar archive (ustar), owned by root. Throws where a path does not fit. */
export function tarOf(entries: readonly Entry[]): Buffer {
  const pieces = entries.flatMap(({ content = new Uint8Array(), ...entry }) => [
    header(entry, content.length, entry.path.endsWith("/")),
    content,
    Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
  ]);
  return Buffer.concat([...pieces, Buffer.alloc(2 * BLOCK)]);
}

function header({ path, mode }: Omit<Entry, "content">, size: number, isFolder: boolean): Buffer {
  const block = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(path) > 100) throw new Error(`expected a path of at most 100 bytes, found ${path}`);
  block.write(path, 0);
  octal(block, mode, 100, 8);
  octal(block, 0, 108, 8);
  octal(block, 0, 116, 8);
  octal(block, size, 124, 12);
  octal(block, MODIFIED_AT_S, 136, 12);
  block.write("        ", 148);
  block.write(isFolder ? "5" : "0", 156);
  block.write("ustar\x0000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

const octal = (block: Buffer, value: number, at: number, width: number): number =>
  block.write(`${value.toString(8).padStart(width - 1, "0")}\0`, at);

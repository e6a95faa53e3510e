import { constants, createHash, type KeyObject, publicDecrypt, verify } from "node:crypto";
import { otherTexts } from "./other-texts.js";

/** A key that may have been used by mistake. */
export interface NamedKey {
  /** Follows "made with ", for example "the key of merchant 5". */
  readonly name: string;
  readonly key: KeyObject;
}

export interface Suspect {
  /** The text of `request`, as it was sent. */
  readonly text: string;
  /** As sent. Undefined if it was missing or not a text. */
  readonly signature: string | undefined;
  /** The keys that should have signed. */
  readonly keys: readonly KeyObject[];
  readonly others: readonly NamedKey[];
}

/** Explains in one sentence why a signature does not verify. ASCII, without a full stop. */
export function diagnose({ text, signature, keys, others }: Suspect): string {
  if (signature === undefined) return "there is none: expected a member `signature` beside `request`";
  if (signature.trim() === "") return "it is empty";
  const { bytes, spelling } = bytesOf(signature);
  if (!bytes) return "it is not base64";
  const found = foundIn(bytes, text, keys, others);
  if (spelling === undefined) return found ?? unexplained(bytes, keys);
  return found === undefined || found === RIGHT
    ? `it is ${spelling}, not standard base64`
    : `it is ${spelling}, and ${found}`;
}

const RIGHT = "right";

/** The bytes that the client meant, and a remark if the spelling is not standard base64. */
function bytesOf(signature: string): { readonly bytes?: Buffer; readonly spelling?: string } {
  if (/^([0-9a-f]{2})+$/i.test(signature)) return { bytes: Buffer.from(signature, "hex"), spelling: "hexadecimal" };
  const standard = Buffer.from(signature, "base64");
  if (standard.toString("base64") === signature) return { bytes: standard };
  const without = (pattern: RegExp, by = ""): string => signature.replace(pattern, by);
  const spellings: readonly (readonly [text: string, spelling: string])[] = [
    [without(/[\r\n]/g), "base64 with line breaks"],
    [without(/ /g, "+"), "base64 whose + became spaces, as in a form that was not encoded"],
    [without(/\s/g), "base64 with white space"],
    [percentDecoded(signature), "base64 with percent-encoding"],
    [`${signature}${"=".repeat(4 - (signature.length % 4))}`, "base64 without its padding"],
  ];
  for (const [meant, spelling] of spellings)
    if (Buffer.from(meant, "base64").toString("base64") === meant)
      return { bytes: Buffer.from(meant, "base64"), spelling };
  return /^[\w-]+=*$/.test(signature) ? { bytes: Buffer.from(signature, "base64url"), spelling: "base64url" } : {};
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The fault according to one of the right keys, else one of the others. Undefined if nothing explains it. */
function foundIn(
  bytes: Buffer,
  text: string,
  keys: readonly KeyObject[],
  others: readonly NamedKey[],
): string | undefined {
  for (const key of keys) {
    const found = madeBy(key, bytes, text);
    if (found !== undefined) return found;
  }
  for (const { name, key } of others) {
    const found = madeBy(key, bytes, text);
    if (found !== undefined) return `it was made with ${name}${found === RIGHT ? "" : `, and ${found}`}`;
  }
  return undefined;
}

/** The fault of a signature made by this key: `right` if there is none, undefined if another key made it. */
function madeBy(key: KeyObject, bytes: Buffer, text: string): string | undefined {
  const signed = digestIn(key, bytes);
  if (signed === undefined) return isPss(key, bytes, text) ? "it is RSA-PSS, expected PKCS#1 v1.5" : undefined;
  if (typeof signed === "string") return signed;
  if (signed.name !== "SHA-256") return `its digest is ${signed.name}, expected SHA-256`;
  const isOver = (candidate: string | Buffer): boolean =>
    createHash("sha256").update(candidate).digest().equals(signed.digest);
  if (isOver(text)) return RIGHT;
  const other = otherTexts(text).find(({ text: candidate }) => isOver(candidate));
  return other
    ? `it signs ${other.what}, expected the text of \`request\` as it is sent`
    : "the key is right, but it signs another text than `request`";
}

interface Digest {
  readonly name: string;
  readonly digest: Buffer;
}

/** The PKCS#1 v1.5 prefix of each kind of digest, with its name and its size in bytes. */
const frames: readonly (readonly [hex: string, name: string, size: number])[] = [
  ["3031300d060960864801650304020105000420", "SHA-256", 32],
  ["3021300906052b0e03021a05000414", "SHA-1", 20],
  ["3020300c06082a864886f70d020505000410", "MD5", 16],
  ["302d300d06096086480165030402040500041c", "SHA-224", 28],
  ["3041300d060960864801650304020205000430", "SHA-384", 48],
  ["3051300d060960864801650304020305000440", "SHA-512", 64],
];

/**
 * The digest that this key signed, or a sentence about other bytes that were found. Undefined if this key did not
 * sign.
 */
function digestIn(key: KeyObject, bytes: Buffer): Digest | string | undefined {
  let padded: Buffer;
  try {
    padded = publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, bytes);
  } catch {
    // Wrong length, or a number larger than the modulus: this key didn't make it.
    return undefined;
  }
  const content = /^0001(?:ff){8,}00/.exec(padded.toString("hex"));
  if (!content) return undefined;
  const inner = padded.subarray(content[0].length / 2);
  const hex = inner.toString("hex");
  const frame = frames.find(([start, , size]) => hex.startsWith(start) && inner.length === start.length / 2 + size);
  if (frame) return { name: frame[1], digest: inner.subarray(frame[0].length / 2) };
  return inner.length === 32
    ? "it signs a bare digest, expected its DigestInfo (sign the text with SHA256withRSA, not a digest of your own)"
    : "it encrypts something with the private key, expected a signature (SHA256withRSA)";
}

const isPss = (key: KeyObject, bytes: Buffer, text: string): boolean =>
  ["sha256", "sha1", "sha512"].some((digest) =>
    verify(
      digest,
      Buffer.from(text),
      { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO },
      bytes,
    ),
  );

/** The sentence if no known key made the signature. */
function unexplained(bytes: Buffer, keys: readonly KeyObject[]): string {
  const sizes = keys.map((key) => key.asymmetricKeyDetails!.modulusLength! / 8);
  if (sizes.length > 0 && !sizes.includes(bytes.length))
    return `it has ${bytes.length} bytes, expected ${[...new Set(sizes)].join(" or ")}: no key that is registered made it`;
  return "no key that is known here made it: expected the private key whose public key is registered";
}

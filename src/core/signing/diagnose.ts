import { constants, createHash, type KeyObject, publicDecrypt } from "node:crypto";
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
  const sizes = [...new Set(keys.map((key) => key.asymmetricKeyDetails!.modulusLength! / 8))];
  const { bytes, spelling } = signatureBytes(signature, sizes);
  if (!bytes) return notBase64(signature);
  const found = foundIn(bytes, text, keys, others);
  if (spelling === undefined) return found ?? otherInHex(signature) ?? unexplained(bytes, sizes);
  return found === undefined || found === RIGHT
    ? `it is ${spelling}, not standard base64`
    : `it is ${spelling}, and ${found}`;
}

const RIGHT = "right";

/** The bytes that the client meant, and a remark if the spelling is not standard base64. */
function signatureBytes(
  signature: string,
  sizes: readonly number[],
): { readonly bytes?: Buffer; readonly spelling?: string } {
  const standard = Buffer.from(signature, "base64");
  const hex = Buffer.from(/^([0-9a-f]{2})+$/i.test(signature) ? signature : "", "hex");
  // Each such text of 4n characters is base64 too. Its length tells which was meant; short ones are no RSA signature.
  const isBase64 = standard.toString("base64") === signature && !sizes.includes(hex.length);
  if (hex.length > 0 && !(isBase64 && (sizes.includes(standard.length) || hex.length < SHORTEST_RSA)))
    return { bytes: hex, spelling: "hexadecimal" };
  if (standard.toString("base64") === signature) return wrapped(standard) ?? { bytes: standard };
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

/** RSA keys of 1024 bits make the shortest signatures that are in use, in bytes. */
const SHORTEST_RSA = 128;

/** Bytes that hold the signature in a form of their own, under one layer of base64. */
function wrapped(bytes: Buffer): { readonly bytes: Buffer; readonly spelling: string } | undefined {
  const text = bytes.toString("latin1");
  if (/^([0-9a-f]{2}){128,}$/i.test(text))
    return { bytes: Buffer.from(text, "hex"), spelling: "base64 of hexadecimal" };
  if (/^[A-Za-z0-9+/]{170,}={0,2}$/.test(text))
    return { bytes: Buffer.from(text, "base64"), spelling: "base64 of base64" };
  // RFC 4253, section 6.6: the length and the name of the algorithm, then the length of the signature, and the signature.
  const name = ["ssh-rsa", "rsa-sha2-256", "rsa-sha2-512"].find((n) => text.startsWith(n, 4));
  return name ? { bytes: bytes.subarray(8 + name.length), spelling: "in SSH's format" } : undefined;
}

/** Other things that are sent as a signature. */
function notBase64(signature: string): string {
  if (/^[\w-]+\.[\w-]*\.[\w-]+$/.test(signature))
    return "it is a JWS (JSON Web Signature), expected the bare signature";
  if (/^\s*\[\s*-?\d+\s*,/.test(signature)) return "it is a list of bytes written as numbers, expected their base64";
  if (/^b'.*'$/s.test(signature)) return "it is the text of Python's bytes (b'...'): decode the bytes first";
  const armor = /^-----BEGIN ([A-Z0-9 ]+)-----/.exec(signature.trim());
  if (armor) return `it is a file of the kind "${armor[1]}", expected the base64 of the bare signature`;
  if (/^[^\n]*\)= *([0-9a-f]{2})+\s*$/i.test(signature))
    return "it is what openssl prints with -hex: sign without it, and encode the bytes in base64";
  return "it is not base64";
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
    if (found !== undefined) return `${MADE_WITH}${name}${found === RIGHT ? "" : `, and ${found}`}`;
  }
  return undefined;
}

/** The fault of a signature made by this key: `right` if there is none, undefined if another key made it. */
function madeBy(key: KeyObject, bytes: Buffer, text: string): string | undefined {
  const opened = openedWith(key, bytes);
  if (opened === undefined) return undefined;
  const signed =
    digestIn(opened) ??
    (isPss(opened, text)
      ? "it is RSA-PSS, expected PKCS#1 v1.5"
      : (unpadded(opened, text) ?? olderPadding(key, opened, text)));
  if (signed === undefined || typeof signed === "string") return signed;
  if (signed.name !== "SHA-256") return `its digest is ${signed.name}, expected SHA-256`;
  const isOver = (candidate: string | Buffer): boolean =>
    createHash("sha256").update(candidate).digest().equals(signed.digest);
  if (isOver(text)) return RIGHT;
  const other = otherTexts(text).find(({ text: candidate }) => isOver(candidate));
  return other ? `it signs ${other.what}, expected the text of \`request\` as it is sent` : OTHER_TEXT;
}

const OTHER_TEXT = "the key is right, but it signs another text than `request`";

/** True if the fault says that the signature is of a text that nobody knows. */
export const isOtherText = (fault: string): boolean => fault.includes(OTHER_TEXT);

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
  ["302d300d06096086480165030402050500041c", "SHA-512/224", 28],
  ["3031300d060960864801650304020605000420", "SHA-512/256", 32],
  ["302d300d06096086480165030402070500041c", "SHA3-224", 28],
  ["3031300d060960864801650304020805000420", "SHA3-256", 32],
  ["3041300d060960864801650304020905000430", "SHA3-384", 48],
  ["3051300d060960864801650304020a05000440", "SHA3-512", 64],
];

/** The padded content, as this public key opens it. Undefined if the length is wrong or the number exceeds the modulus. */
function openedWith(key: KeyObject, bytes: Buffer): Buffer | undefined {
  try {
    return publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, bytes);
  } catch {
    return undefined;
  }
}

/** The digest in PKCS#1 v1.5 padding, or a sentence about other bytes in it. Undefined if the padding is another one. */
function digestIn(opened: Buffer): Digest | string | undefined {
  const content = /^0001(?:ff){8,}00/.exec(opened.toString("hex"));
  if (!content) return undefined;
  const inner = opened.subarray(content[0].length / 2);
  const hex = inner.toString("hex");
  const frame = frames.find(([start, , size]) => hex.startsWith(start) && inner.length === start.length / 2 + size);
  if (frame) return { name: frame[1], digest: inner.subarray(frame[0].length / 2) };
  if (inner.length === 32)
    return "it signs a bare digest, expected its DigestInfo (sign the text with SHA256withRSA, not a digest of your own)";
  return `it encrypts ${/^[0-9a-f]{64}$/i.test(inner.toString("latin1")) ? "a digest in hexadecimal" : "something"} with the private key, expected a signature (SHA256withRSA)`;
}

/**
 * True for EMSA-PSS (RFC 8017, section 9.1) with any digest and mask: Java's and Perl's defaults mask by SHA-1. What the
 * mask leaves is zeros, a one, and the salt. Few zeros are chance, unless the digest is that of `text`.
 */
function isPss(opened: Buffer, text: string): boolean {
  if (opened.at(-1) !== 0xbc) return false;
  return pssDigests.some(([mask, [digest, size]]) => {
    const masked = opened.subarray(0, opened.length - size - 1);
    const signed = opened.subarray(masked.length, -1);
    const data = maskBytes(mask, signed, masked.length).map((byte, at) => byte ^ masked[at]!);
    // The highest bit is cut off, since the number must stay below the modulus.
    data[0]! &= 0x7f;
    const one = data.findIndex((byte) => byte !== 0);
    if (data[one] !== 1) return false;
    const ofText = createHash(digest).update(text).digest();
    const salted = Buffer.concat([Buffer.alloc(8), ofText, data.subarray(one + 1)]);
    return one >= SURE_ZEROS || createHash(digest).update(salted).digest().equals(signed);
  });
}

/** So many zero bytes don't come by chance. */
const SURE_ZEROS = 8;

const digests = [
  ["sha1", 20],
  ["sha224", 28],
  ["sha256", 32],
  ["sha384", 48],
  ["sha512", 64],
] as const;
/** Each digest of the mask, with that of the text and its size in bytes. They may differ. */
const pssDigests = ["sha1", "sha256", "sha384", "sha512"].flatMap((mask) =>
  digests.map((digest) => [mask, digest] as const),
);

/** MGF1 (RFC 8017, appendix B.2.1). */
function maskBytes(digest: string, seed: Buffer, length: number): Buffer {
  const blocks: Buffer[] = [];
  for (let counter = 0, made = 0; made < length; counter++) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const block = createHash(digest).update(seed).update(count).digest();
    blocks.push(block);
    made += block.length;
  }
  return Buffer.concat(blocks).subarray(0, length);
}

/** RSA without padding, known by what it holds behind zeros: the text, or its digest. */
function unpadded(opened: Buffer, text: string): string | undefined {
  const digest = createHash("sha256").update(text).digest();
  const holds = (content: Buffer): boolean =>
    opened.subarray(-content.length).equals(content) && opened.subarray(0, -content.length).every((byte) => byte === 0);
  return [Buffer.from(text), digest, Buffer.from(digest.toString("hex"))].some(holds)
    ? "it is RSA without padding, expected PKCS#1 v1.5 (SHA256withRSA)"
    : undefined;
}

/** What else has such a length. */
function otherKind(bytes: Buffer): string | undefined {
  // DER: a sequence that goes to the end, and begins with an integer.
  if (bytes[0] === 0x30 && bytes[1] === bytes.length - 2 && bytes[2] === 0x02) return "an ECDSA signature";
  return sizesOfOthers.get(bytes.length);
}

/** Digits that are base64 by chance. PHP's hash_hmac returns such a text. */
function otherInHex(signature: string): string | undefined {
  const kind = /^[0-9a-f]+$/i.test(signature) ? otherKind(Buffer.from(signature, "hex")) : undefined;
  return kind && `it has ${signature.length} hexadecimal digits, as ${kind} has, expected RSA with SHA-256 in base64`;
}

const sizesOfOthers = new Map([
  [32, "an HMAC or a digest with SHA-256"],
  [64, "an Ed25519 signature, a raw ECDSA signature or an HMAC with SHA-512"],
]);

/** Paddings that hold the digest of the text in the open. X9.31 sends the smaller of s and n - s, so the block may be the rest. */
function olderPadding(key: KeyObject, opened: Buffer, text: string): string | undefined {
  const modulus = Buffer.from(key.export({ format: "jwk" }).n!, "base64url").toString("hex");
  const rest = BigInt(`0x${modulus}`) - BigInt(`0x${opened.toString("hex")}`);
  const blocks = [opened.toString("hex"), rest.toString(16)];
  const ofText = digests.map(([name]) => createHash(name).update(text).digest("hex"));
  return blocks.some((block) => ofText.some((digest) => block.includes(digest)))
    ? "its padding is another one, such as X9.31 or ISO 9796-2, expected PKCS#1 v1.5 (SHA256withRSA)"
    : undefined;
}

/** The sentence if no known key made the signature. */
function unexplained(bytes: Buffer, sizes: readonly number[]): string {
  const kind = otherKind(bytes);
  if (kind !== undefined && !sizes.includes(bytes.length))
    return `it has ${bytes.length} bytes, as ${kind} has, expected RSA with SHA-256`;
  if (bytes.length > 512 && bytes.subarray(0, 2).equals(Buffer.from([0x30, 0x82])))
    return "it is a DER structure, such as CMS (PKCS #7), expected the bare signature";
  if (sizes.length > 0 && !sizes.includes(bytes.length))
    return `it has ${bytes.length} bytes, expected ${sizes.join(" or ")}: ${NO_REGISTERED}`;
  return `${NO_KNOWN}: expected the private key whose public key is registered`;
}

const [MADE_WITH, NO_REGISTERED, NO_KNOWN] = [
  "it was made with ",
  "no key that is registered made it",
  "no key that is known here made it",
];

/** True if the fault says that the signature is by another key than the merchant's. */
export const isByAnotherKey = (fault: string): boolean =>
  [MADE_WITH, NO_REGISTERED, NO_KNOWN].some((text) => fault.includes(text));

import {
  constants,
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  privateEncrypt,
  sign,
} from "node:crypto";
import { describe, expect, it } from "vitest";
import { diagnose, isByAnotherKey } from "../../../src/core/signing/diagnose.js";
import { demoKey } from "../../support/client.js";

const demo = createPublicKey(demoKey);
const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
const small = generateKeyPairSync("rsa", { modulusLength: 1024 });
const text = '{"merchantId":3,"merchantReference":"A/1","note":"茶"}';

/** Made by OpenJDK 17.0.15: `RSASSA-PSS` with SHA-256, masked by SHA-1, over `text`. */
const javaPss =
  "PQHCrQArQR9xAYmcJjPHUJm6L/DwR5HPeJoE0JwQq+SvPX5773gWN48Ld1e38BKPTbwLbW/WcYQxxAFNHYSkJbBNRLMT0e02968nDQ7u" +
  "9rn5PhOXbaAcPQCpnWtZQs72NkbvJFAlNjqSDA1NDlt57CXOiwjcJJNN0tCAk3ooXwIO//L2+l2w+MSRT74F/RIViGl9tIbMLpzSGQ2R" +
  "p3wTgeLm3rnMHw1+NRqujGhX35vj47/G4zzsDLXY/dx3kU8T8PC1gBn+lkKyP1YmodnCMjdiqaoSxqxcI6GKZfSr4RTri2WpHjxH2TzI" +
  "jeuAyf30PocqlIRwtwdbzgQBRbkP3A==";

const sha1 = { digest: "sha1" };

const rsa = (
  signed: string | Buffer,
  { key = demoKey, digest = "sha256" }: { key?: KeyObject; digest?: string } = {},
): Buffer => sign(digest, Buffer.from(signed), key);
const said = (signature: Buffer | string | undefined, over = text): string =>
  diagnose({
    text: over,
    signature: Buffer.isBuffer(signature) ? signature.toString("base64") : signature,
    keys: [demo],
    others: [{ name: "the key of merchant 5", key: stranger.publicKey }],
  });

describe("a signature that does not verify is explained", () => {
  it.each<[string, Buffer | string | undefined, string]>([
    ["missing", undefined, "there is none"],
    ["empty", " ", "it is empty"],
    ["no base64", "*not a signature*", "it is not base64"],
    ["hexadecimal", rsa(text).toString("hex"), "it is hexadecimal, not standard base64"],
    ["hexadecimal in capitals", rsa(text).toString("hex").toUpperCase(), "it is hexadecimal, not standard base64"],
    ["a short text that is base64 too", "AAAA", "it has 3 bytes, expected 256: no key that is registered made it"],
    ["a short text that is no base64", "abcdef", "it is hexadecimal, not standard base64"],
    ["hexadecimal of another length", "abcd".repeat(64), "it is hexadecimal, not standard base64"],
    ["base64url", urlOnly(), "it is base64url, not standard base64"],
    ["line breaks", rsa(text).toString("base64").replace(/.{64}/g, "$&\n"), "it is base64 with line breaks"],
    [
      "tabs",
      rsa(text).toString("base64").replace(/.{64}/g, "$&\t"),
      "it is base64 with white space, not standard base64",
    ],
    ["spaces for +", withPlus().replaceAll("+", " "), "it is base64 whose + became spaces"],
    ["percent-encoded", encodeURIComponent(rsa(text).toString("base64")), "it is base64 with percent-encoding"],
    ["unpadded", rsa(text).toString("base64").replace(/=+$/, ""), "it is base64 without its padding"],
    ["SHA-1", rsa(text, { digest: "sha1" }), "its digest is SHA-1, expected SHA-256"],
    ["MD5", rsa(text, { digest: "md5" }), "its digest is MD5, expected SHA-256"],
    ["SHA-512", rsa(text, { digest: "sha512" }), "its digest is SHA-512, expected SHA-256"],
    ["SHA-224", rsa(text, { digest: "sha224" }), "its digest is SHA-224, expected SHA-256"],
    ["SHA-384", rsa(text, { digest: "sha384" }), "its digest is SHA-384, expected SHA-256"],
    ["PSS", pss(), "it is RSA-PSS, expected PKCS#1 v1.5"],
    ["SHA-512/256", rsa(text, { digest: "sha512-256" }), "its digest is SHA-512/256, expected SHA-256"],
    ["SHA3-256", rsa(text, { digest: "sha3-256" }), "its digest is SHA3-256, expected SHA-256"],
    ["PSS over another text", pss({ over: "something else" }), "it is RSA-PSS, expected PKCS#1 v1.5"],
    ["PSS with SHA-1, as CryptX makes it", pss({ digest: "sha1", saltLength: 12 }), "it is RSA-PSS"],
    ["PSS masked by SHA-1, as Java makes it", Buffer.from(javaPss, "base64"), "it is RSA-PSS, expected PKCS#1 v1.5"],
    ["PSS with the longest salt", pss({ saltLength: constants.RSA_PSS_SALTLEN_MAX_SIGN }), "it is RSA-PSS"],
    ["bytes that end like PSS by chance", chance(), "no key that is known here made it"],
    ["the text without padding", raw(Buffer.from(text)), "it is RSA without padding, expected PKCS#1 v1.5"],
    ["its digest without padding", raw(sha256(text)), "it is RSA without padding"],
    ["other bytes without padding", raw(Buffer.from("other")), "no key that is known here made it"],
    ["X9.31", raw(x931()), "its padding is another one, such as X9.31 or ISO 9796-2, expected PKCS#1 v1.5"],
    ["X9.31, the smaller of both roots", lessThanModulus(raw(x931())), "its padding is another one, such as X9.31"],
    ["X9.31 over another text", raw(x931("other")), "no key that is known here made it"],
    [
      "a hexadecimal digest encrypted",
      encrypted(Buffer.from(sha256(text).toString("hex"))),
      "it encrypts a digest in hex",
    ],
    ["base64 twice", Buffer.from(rsa(text).toString("base64")), "it is base64 of base64, not standard base64"],
    [
      "base64 of hexadecimal",
      Buffer.from(rsa(text).toString("hex")),
      "it is base64 of hexadecimal, not standard base64",
    ],
    ["SSH's format", sshBlob(rsa(text)), "it is in SSH's format, not standard base64"],
    ["SSH's format and SHA-1", sshBlob(rsa(text, sha1)), "it is in SSH's format, and its digest is SHA-1"],
    ["a JWS", "eyJhbGciOiJSUzI1NiJ9.e30.AbC_-9", "it is a JWS (JSON Web Signature), expected the bare signature"],
    ["Java's Arrays.toString", "[49, 107, -61, 53]", "it is a list of bytes written as numbers, expected their base64"],
    ["Python's str of bytes", `b'${rsa(text).toString("base64")}'`, "it is the text of Python's bytes"],
    [
      "CMS as a file",
      "-----BEGIN PKCS7-----\nMIIE\n-----END PKCS7-----\n",
      'a file of the kind "PKCS7", expected the base64',
    ],
    ["openssl -hex", `RSA-SHA2-256(text)= ${rsa(text).toString("hex")}\n`, "it is what openssl prints with -hex"],
    ["ECDSA", Buffer.from([0x30, 0x06, 0x02, 0x01, 1, 0x02, 0x01, 1]), "it has 8 bytes, as an ECDSA signature has"],
    ["Ed25519", Buffer.alloc(64, 1), "it has 64 bytes, as an Ed25519 signature, a raw ECDSA signature or an HMAC"],
    ["a digest alone", sha256(text), "it has 32 bytes, as an HMAC or a digest with SHA-256 has, expected RSA"],
    [
      "PHP's hash_hmac",
      sha256(text).toString("hex"),
      "it has 64 hexadecimal digits, as an HMAC or a digest with SHA-256 has, expected RSA with SHA-256 in base64",
    ],
    ["CMS", Buffer.concat([Buffer.from([0x30, 0x82]), Buffer.alloc(1389)]), "it is a DER structure, such as CMS"],
    ["another known key", rsa(text, { key: stranger.privateKey }), "it was made with the key of merchant 5"],
    [
      "another known key over another text",
      rsa(`${text}\n`, { key: stranger.privateKey }),
      "it was made with the key of merchant 5, and it signs the text with a line break at its end",
    ],
    ["an unknown key of another size", rsa(text, { key: small.privateKey }), "it has 128 bytes, expected 256"],
    ["random bytes of the right size", Buffer.alloc(256, 7), "no key that is known here made it"],
    ["a bare digest", encrypted(createHash("sha256").update(text).digest()), "it signs a bare digest"],
    ["the text itself encrypted", encrypted(Buffer.from(text)), "it encrypts something with the private key"],
    [
      "hexadecimal and SHA-1",
      rsa(text, { digest: "sha1" }).toString("hex"),
      "it is hexadecimal, and its digest is SHA-1",
    ],
    ["another text altogether", rsa("something else"), "the key is right, but it signs another text than `request`"],
  ])("%s", (_, signature, expected) => expect(said(signature)).toContain(expected));

  it.each<[string, string | Buffer, string]>([
    ["trailing newline", `${text}\n`, "the text with a line break at its end"],
    ["trailing CRLF", `${text}\r\n`, "the text with a line break (CRLF) at its end"],
    ["Latin-1", Buffer.from(text, "latin1"), "the text in Latin-1"],
    ["whole body, an object within", `{"request":${text}}`, "the whole body, with `request` as an object"],
    ["inner quotes escaped", JSON.stringify(text).slice(1, -1), "its inner quotes escaped"],
    ["in quotes", JSON.stringify(text), "the text as a JSON string"],
    ["slashes escaped", text.replace("/", "\\/"), "the text with slashes escaped (in PHP no JSON_UNESCAPED_SLASHES)"],
    ["as PHP writes it", text.replace("/", "\\/").replace("茶", "\\u8336"), "slashes and non-ASCII characters escaped"],
    [
      "as Python writes it",
      '{"merchantId": 3, "merchantReference": "A/1", "note": "\\u8336"}',
      "a space after each colon and comma, non-ASCII characters escaped",
    ],
    ["sorted", '{"a":1,"b":2}', "members sorted"],
    ["indented", JSON.stringify(JSON.parse(text), null, 2), "indented by 2"],
    ["canonical", "merchantId=3&merchantReference=A/1&note=茶", "how notifications are signed"],
    ["whole body", JSON.stringify({ request: text }), "the whole body, with `request` as a text"],
    ["base64 of it", Buffer.from(text).toString("base64"), "the text in base64"],
    ["UTF-16", Buffer.from(text, "utf16le"), "UTF-16"],
    ["nothing", "", "nothing (an empty text)"],
    ["its digest", sha256(text), "the SHA-256 digest of the text (so it is hashed twice)"],
    ["its digest in hexadecimal", sha256(text).toString("hex"), "the SHA-256 digest of the text in hexadecimal"],
    [
      "a JWS's signing input",
      `eyJhbGciOiJSUzI1NiJ9.${Buffer.from(text).toString("base64url")}`,
      "a JWS (JSON Web Signature) over the text",
    ],
  ])("the right key over another text: %s", (name, signed, expected) => {
    const over = name === "sorted" ? '{"b":2,"a":1}' : text;
    expect(said(rsa(signed), over)).toMatch(/^it signs .*, expected the text of `request` as it is sent$/);
    expect(said(rsa(signed), over)).toContain(expected);
  });

  it("takes away the white space that the client sent around its text", () => {
    expect(said(rsa(text), ` ${text}\n`)).toBe(
      "it signs the text without the white space around it, expected the text of `request` as it is sent",
    );
  });

  it.each<[string, string, string]>([
    ["line breaks", rsa(text, sha1).toString("base64").replace(/.{64}/g, "$&\n"), "base64 with line breaks"],
    ["base64url", urlOnly(sha1), "base64url"],
    ["no padding", rsa(text, sha1).toString("base64").replace(/=+$/, ""), "base64 without its padding"],
  ])("spelt with %s, and wrong besides: both are said", (_, signature, spelling) => {
    expect(said(signature)).toBe(`it is ${spelling}, and its digest is SHA-1, expected SHA-256`);
  });

  it("says no more of another key that signed the right text", () => {
    expect(said(rsa(text, { key: stranger.privateKey }))).toBe("it was made with the key of merchant 5");
  });

  it("takes no longer content for a digest that begins like one", () => {
    const sha256 = Buffer.from("3031300d060960864801650304020105000420", "hex");
    const digest = createHash("sha256").update(text).digest();
    expect(said(encrypted(Buffer.concat([sha256, digest, Buffer.from([0])])))).toContain("it encrypts something");
  });

  const saidBy = (keys: readonly KeyObject[], signature: string): string =>
    diagnose({ text, signature, keys, others: [] });

  it("names the sizes of all keys that are registered, each once", () => {
    const keys = [demo, small.publicKey, stranger.publicKey];
    expect(saidBy(keys, Buffer.alloc(100, 7).toString("base64"))).toBe(
      "it has 100 bytes, expected 256 or 128: no key that is registered made it",
    );
    expect(saidBy([], Buffer.alloc(100, 7).toString("base64"))).toBe(
      "no key that is known here made it: expected the private key whose public key is registered",
    );
  });

  it("finds the padding that is left out, one character or two", () => {
    for (const [key, chars] of [
      [demoKey, 342],
      [small.privateKey, 171],
    ] as const) {
      const unpadded = rsa(text, { key, digest: "sha1" }).toString("base64").replace(/=+$/, "");
      expect(unpadded).toHaveLength(chars);
      expect(saidBy([demo, small.publicKey], unpadded)).toBe(
        "it is base64 without its padding, and its digest is SHA-1, expected SHA-256",
      );
    }
  });

  it("unescapes slashes that the client escaped in what it sent", () => {
    expect(said(rsa('{"a":"x/y"}'), '{"a":"x\\/y"}')).toContain(
      "the text with slashes not escaped (in PHP JSON_UNESCAPED_SLASHES),",
    );
  });

  it.each([
    ['{"a": "\\u00fc"}', '{"a": "ü"}', "it signs the text with non-ASCII characters not escaped,"],
    ['{"a": "ü"}', '{"a": "\\u00fc"}', "it signs the text with non-ASCII characters escaped,"],
    [
      '{"a": 50.0, "b": [1.50], "c": "ü 1.0"}',
      '{"a": 50, "b": [1.5], "c": "ü 1.0"}',
      "50.0 and 50.10 written as 50 and 50.1,",
    ],
    // Python: json.dumps(p) is sent.
    ['{"b": 20.0, "a": 3}', '{"b":20.0,"a":3}', "re-serialised JSON, without white space,"],
    ['{"b": 20.0, "a": 3}', '{"a": 3, "b": 20.0}', "signs re-serialised JSON, its members sorted,"],
    ['{"b":20.0,"a":[1e2]}', '{"b": 20.0, "a": [1e2]}', "re-serialised JSON, with a space after each colon and comma,"],
    ['{"b": 20.0, "a": 3}', '{"b":20,"a":3}', "without white space, 50.0 and 50.10 written as 50 and 50.1,"],
    // PHP: signs json_encode($p, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE), and sends json_encode($p).
    [
      '{"a":"x\\/y","b":"\\u00e9"}',
      '{"a":"x/y","b":"é"}',
      "the text with slashes and non-ASCII characters not escaped (in PHP JSON_UNESCAPED_SLASHES, JSON_UNESCAPED_UNICODE),",
    ],
    [
      '{"a":"x\\/y","b":"é"}',
      '{"a":"x/y","b":"\\u00e9"}',
      "the text with slashes not escaped and non-ASCII characters escaped (in PHP JSON_UNESCAPED_SLASHES, no JSON_UNESCAPED_UNICODE),",
    ],
    [
      '{"b":"x\\/y","a":"\\u00e9"}',
      '{"a":"é","b":"x/y"}',
      "re-serialised JSON, its members sorted, slashes and non-ASCII characters not escaped (in PHP",
    ],
    ['{"b":5.0,"a":"\\u00e9"}', '{"b":5,"a":"é"}', "characters not escaped and 50.0 and 50.10 written as 50 and 50.1,"],
    ['{"b":"\\\\/é"}', '{"b":"\\\\\\/é"}', "the text with slashes escaped"],
  ])("names only what differs: sent %s, signed %s", (sent, signed, expected) => {
    expect(said(rsa(signed), sent)).toContain(expected);
  });

  it("names what differs under a signature in hexadecimal, too", () => {
    expect(said(rsa('{"a":"x/é"}').toString("hex"), '{"a":"x\\/\\u00e9"}')).toContain(
      "it is hexadecimal, and it signs the text with slashes and non-ASCII characters not escaped (in PHP",
    );
  });

  it("is ASCII, whatever was sent: it goes into a header", () => {
    for (const signature of ["茶", "é\r\nX: y", rsa("茶")]) expect(said(signature)).toMatch(/^[\x20-\x7e]+$/);
  });
});

/** Signatures are fixed by key and text: another text is tried until the base64 has what the case needs. */
function urlOnly(how: { digest?: string } = {}): string {
  const url = rsa(text, how).toString("base64url");
  return /[-_]/.test(url) ? url : `${url.slice(0, -1)}-`;
}
function withPlus(): string {
  const base64 = rsa(text).toString("base64");
  expect(base64).toContain("+");
  return base64;
}
function pss({ digest = "sha256", over = text, saltLength = 32 } = {}): Buffer {
  return sign(digest, Buffer.from(over), { key: demoKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength });
}
/** A padding that ends like PSS, and whose mask by SHA-1 leaves a one at its beginning. */
function chance(): Buffer {
  const seed = Buffer.alloc(20, 7);
  const first = createHash("sha1").update(seed).update(Buffer.alloc(4)).digest()[0]! & 0x7f;
  const masked = Buffer.alloc(235, 3);
  masked[0] = first ^ 1;
  const padded = Buffer.concat([masked, seed, Buffer.from([0xbc])]);
  return privateEncrypt({ key: demoKey, padding: constants.RSA_NO_PADDING }, padded);
}
function sha256(over: string): Buffer {
  return createHash("sha256").update(over).digest();
}
/** RSA with nothing but zeros before the content. */
function raw(content: Buffer): Buffer {
  const padded = Buffer.concat([Buffer.alloc(256 - content.length), content]);
  return privateEncrypt({ key: demoKey, padding: constants.RSA_NO_PADDING }, padded);
}
/** As `ssh-keygen` and sshpk write it: RFC 4253, section 6.6. */
function sshBlob(signature: Buffer): Buffer {
  const lengths = [12, signature.length].map((n) => Buffer.from([0, 0, n >> 8, n & 255]));
  return Buffer.concat([lengths[0]!, Buffer.from("rsa-sha2-256"), lengths[1]!, signature]);
}
function encrypted(bytes: Buffer): Buffer {
  return privateEncrypt({ key: demoKey, padding: constants.RSA_PKCS1_PADDING }, bytes);
}

/** A block of X9.31 with SHA-256, as OpenSSL and Bouncy Castle make it. */
function x931(over = text): Buffer {
  const ends = [Buffer.from([0xba]), sha256(over), Buffer.from([0x34, 0xcc])];
  const size = ends.reduce((sum, { length }) => sum + length, 1);
  return Buffer.concat([Buffer.from([0x6b]), Buffer.alloc(256 - size, 0xbb), ...ends]);
}

function lessThanModulus(root: Buffer): Buffer {
  const modulus = BigInt(`0x${Buffer.from(demo.export({ format: "jwk" }).n!, "base64url").toString("hex")}`);
  return Buffer.from((modulus - BigInt(`0x${root.toString("hex")}`)).toString(16).padStart(512, "0"), "hex");
}

it.each([
  ["of no known key", Buffer.alloc(256, 7), true],
  ["of another merchant's key", rsa(text, { key: stranger.privateKey }), true],
  ["of a smaller key", rsa(text, { key: small.privateKey }), true],
  ["over another text", rsa(`${text} `), false],
  ["with another digest", rsa(text, { digest: "sha1" }), false],
  ["in hexadecimal", rsa(text).toString("hex"), false],
])("whether another key made a signature %s", (_, signature, expected) => {
  expect(isByAnotherKey(said(signature))).toBe(expected);
});

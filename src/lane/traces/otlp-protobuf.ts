/** Reads and writes the few messages of OTLP's traces in protobuf, as exporters of Python, Java, Go and .NET send them. */

/** The message gives the position. */
export class NotProtobuf extends Error {}

/** How a field of protobuf appears in OTLP/JSON. */
interface Member {
  readonly name: string;
  readonly repeated?: true;
  readonly read: (value: Value, at: number) => unknown;
}
/** The members that are read, by their field numbers. Others are skipped. */
type Message = Readonly<Record<number, Member>>;
/** A number (varint, fixed) or bytes. */
type Value = bigint | Buffer;

const bytesOf = (value: Value, at: number): Buffer => {
  if (typeof value === "bigint") throw new NotProtobuf(`byte ${at}: expected text, bytes or a message`);
  return value;
};
const numberOf = (value: Value, at: number): bigint => {
  if (typeof value !== "bigint") throw new NotProtobuf(`byte ${at}: expected a number`);
  return value;
};
const text = (name: string): Member => ({ name, read: (value, at) => bytesOf(value, at).toString("utf8") });
const hex = (name: string): Member => ({ name, read: (value, at) => bytesOf(value, at).toString("hex") });
const whole = (name: string): Member => ({
  name,
  read: (value, at) => String(BigInt.asIntN(64, numberOf(value, at))),
});
const time = (name: string): Member => ({ name, read: (value, at) => String(numberOf(value, at)) });
const code = (name: string): Member => ({ name, read: (value, at) => Number(numberOf(value, at)) });
const flag = (name: string): Member => ({ name, read: (value, at) => numberOf(value, at) !== 0n });
const double = (name: string): Member => ({
  name,
  read: (value, at) => new Float64Array(BigUint64Array.of(numberOf(value, at)).buffer)[0],
});
const one = (name: string, message: Message): Member => ({
  name,
  read: (value, at) => {
    const bytes = bytesOf(value, at);
    return decoded(bytes, message, at);
  },
});
const many = (name: string, message: Message): Member => ({ ...one(name, message), repeated: true });

const anyValue = { 1: text("stringValue"), 2: flag("boolValue"), 3: whole("intValue"), 4: double("doubleValue") };
const attributes = many("attributes", { 1: text("key"), 2: one("value", anyValue) });
const span: Message = {
  1: hex("traceId"),
  2: hex("spanId"),
  4: hex("parentSpanId"),
  5: text("name"),
  7: time("startTimeUnixNano"),
  8: time("endTimeUnixNano"),
  9: attributes,
  15: one("status", { 2: text("message"), 3: code("code") }),
};
const resourceSpans: Message = {
  1: one("resource", { 1: attributes }),
  2: many("scopeSpans", { 2: many("spans", span) }),
};

/** An `ExportTraceServiceRequest` in protobuf, as OTLP/JSON has it. */
export const otlpOfProtobuf = (bytes: Uint8Array): object => ({
  resourceSpans: [],
  ...decoded(Buffer.from(bytes), { 1: many("resourceSpans", resourceSpans) }, 0),
});

function decoded(bytes: Buffer, message: Message, start: number): object {
  const found: Record<string, unknown> = {};
  for (const { number, value, at } of fieldsOf(bytes, start)) {
    const member = message[number];
    if (!member) continue;
    const read = member.read(value, at);
    const { name } = member;
    const list = (found[name] ?? []) as unknown[];
    if (member.repeated) list.push(read);
    found[name] = member.repeated ? list : read;
  }
  return found;
}

/** The fields of a message. `start` is its place in the whole body. */
function* fieldsOf(bytes: Buffer, start: number) {
  let next = 0;
  const take = (length: number): Buffer => {
    if (length > bytes.length - next) throw new NotProtobuf(`it breaks off at byte ${start + bytes.length}`);
    next += length;
    return bytes.subarray(next - length, next);
  };
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const [byte = 0] = take(1);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new NotProtobuf(`byte ${start + next}: the number has no end`);
  };
  while (next < bytes.length) {
    const at = start + next;
    const tag = varint();
    const number = Number(tag >> 3n);
    switch (Number(tag & 7n)) {
      case 0:
        yield { number, value: varint(), at };
        break;
      case 1:
        yield { number, value: take(8).readBigUInt64LE(), at };
        break;
      case 2: {
        const length = Number(varint());
        const inside = start + next;
        yield { number, value: take(length), at: inside };
        break;
      }
      case 5:
        yield { number, value: BigInt(take(4).readUInt32LE()), at };
        break;
      default:
        throw new NotProtobuf(`byte ${at}: no field of protobuf`);
    }
  }
}

/** An `ExportTraceServiceResponse`: nothing if all spans were kept, as protobuf leaves out what is empty. */
export function protobufAnswer(partial: { readonly rejectedSpans: number; readonly errorMessage: string }): Buffer {
  if (partial.rejectedSpans === 0) return Buffer.alloc(0);
  const message = Buffer.from(partial.errorMessage);
  const inside = Buffer.concat([
    varintOf(8),
    varintOf(partial.rejectedSpans),
    varintOf(18),
    varintOf(message.length),
    message,
  ]);
  return Buffer.concat([varintOf(10), varintOf(inside.length), inside]);
}

function varintOf(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

/** Reads and writes the few messages of OTLP's traces in protobuf, as exporters of Python, Java, Go and .NET send them. */

/** How a field of protobuf appears in OTLP/JSON. */
interface Member {
  readonly name: string;
  readonly wire: WireType;
  readonly repeated?: true;
  readonly read: (reader: BinaryReader) => unknown;
}
/** The members that are read, by their field numbers. Others are skipped. */
type Message = Readonly<Record<number, Member>>;

const { Varint, Bit64, LengthDelimited } = WireType;
const text = (name: string): Member => ({ name, wire: LengthDelimited, read: (reader) => reader.string() });
const hex = (name: string): Member => ({
  name,
  wire: LengthDelimited,
  read: (reader) => Buffer.from(reader.bytes()).toString("hex"),
});
const whole = (name: string): Member => ({ name, wire: Varint, read: (reader) => String(reader.int64()) });
const time = (name: string): Member => ({ name, wire: Bit64, read: (reader) => String(reader.fixed64()) });
const code = (name: string): Member => ({ name, wire: Varint, read: (reader) => reader.int32() });
const flag = (name: string): Member => ({ name, wire: Varint, read: (reader) => reader.bool() });
const double = (name: string): Member => ({ name, wire: Bit64, read: (reader) => reader.double() });
const one = (name: string, message: Message): Member => ({
  name,
  wire: LengthDelimited,
  read: (reader) => decoded(reader.bytes(), message),
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

/** An `ExportTraceServiceRequest` in protobuf, as OTLP/JSON has it. Throws an Error if it is no protobuf. */
export const otlpOfProtobuf = (bytes: Uint8Array): object => ({
  resourceSpans: [],
  ...decoded(bytes, { 1: many("resourceSpans", resourceSpans) }),
});

function decoded(bytes: Uint8Array, message: Message): object {
  const found: Record<string, unknown> = {};
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    const member = message[number];
    if (member?.wire !== wire) {
      reader.skip(wire, number);
      continue;
    }
    const { name, repeated } = member;
    const read = member.read(reader);
    if (!repeated) found[name] = read;
    else if (found[name] === undefined) found[name] = [read];
    else (found[name] as unknown[]).push(read);
  }
  return found;
}

/** An `ExportTraceServiceResponse`: nothing if all spans were kept, as protobuf leaves out what is empty. */
export function protobufAnswer(partial: { readonly rejectedSpans: number; readonly errorMessage: string }): Buffer {
  const writer = new BinaryWriter();
  if (partial.rejectedSpans > 0)
    writer
      .tag(1, LengthDelimited)
      .fork()
      .tag(1, Varint)
      .int64(partial.rejectedSpans)
      .tag(2, LengthDelimited)
      .string(partial.errorMessage)
      .join();
  return Buffer.from(writer.finish());
}

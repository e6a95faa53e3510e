import type { Instant } from "../../../../core/domain/money.js";
import type { OrderStatus } from "../../../../core/domain/order.js";
import type { Exchange, SignatureState } from "../../../ports/exchange.js";
import { exchangeBytes } from "../../exchange-bytes.js";

/** The first piece holds two or three calls. Each further piece is twice as large, up to the maximum. */
const FIRST_BYTES = 4 * 1024;
const LARGEST_BYTES = 256 * 1024;

/**
 * Stores the texts of calls outside the heap. After 30,000 calls the heap has 24 MB instead of 45, so that a journal
 * of any size works with a small heap. CPU time stays the same.
 */
export class Packer {
  #piece: Buffer = Buffer.alloc(0);
  #end = 0;

  pack(exchange: Exchange): PackedExchange {
    const { request, response, explain } = exchange;
    const texts = [request, response, explain];
    // UTF-8 can't represent a lone surrogate.
    if (!texts.every((text) => text.isWellFormed())) return new PackedExchange(exchange, texts.join(""), 0, 0);
    const left = this.#piece.length - this.#end;
    // A UTF-16 unit takes at most three bytes, so most texts needn't be measured.
    if ((request.length + response.length + explain.length) * 3 > left) this.#makeRoom(bytesOfTexts(texts), left);
    const start = this.#end;
    // One by one, because joining them would copy all of them once more.
    for (const text of texts) this.#end += this.#piece.write(text, this.#end);
    return new PackedExchange(exchange, this.#piece, start, this.#end);
  }

  #makeRoom(bytes: number, left: number): void {
    if (bytes <= left) return;
    const usual = Math.min(Math.max(this.#piece.length * 2, FIRST_BYTES), LARGEST_BYTES);
    this.#piece = Buffer.allocUnsafeSlow(Math.max(usual, bytes));
    this.#end = 0;
  }
}

const bytesOfTexts = (texts: readonly string[]): number =>
  texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0);

/** An exchange whose texts are packed. A piece is freed together with its last exchange. */
export class PackedExchange {
  readonly id: number;
  readonly operation: string;
  readonly merchantId: number | undefined;
  readonly reference: string | undefined;
  readonly orderId: number | undefined;
  readonly responseCode: string;
  /** Its approximate size. */
  readonly bytes: number;
  readonly #at: Instant;
  readonly #orderStatus: OrderStatus | undefined;
  readonly #cardType: string | undefined;
  readonly #signature: SignatureState;
  readonly #http: number;
  readonly #rule: string | undefined;
  readonly #texts: Buffer | string;
  readonly #start: number;
  readonly #end: number;
  readonly #requestLength: number;
  readonly #responseLength: number;

  /**
   * `texts` contains request, response and explanation one after another: a string, or a Buffer from `start` to
   * `end`.
   */
  constructor(exchange: Exchange, texts: Buffer | string, start: number, end: number) {
    this.id = exchange.id;
    this.operation = exchange.operation;
    this.merchantId = exchange.merchantId;
    this.reference = exchange.reference;
    this.orderId = exchange.orderId;
    this.responseCode = exchange.responseCode;
    this.bytes = exchangeBytes(exchange);
    this.#at = exchange.at;
    this.#orderStatus = exchange.orderStatus;
    this.#cardType = exchange.cardType;
    this.#signature = exchange.signature;
    this.#http = exchange.http;
    this.#rule = exchange.rule;
    this.#texts = texts;
    this.#start = start;
    this.#end = end;
    this.#requestLength = exchange.request.length;
    this.#responseLength = exchange.response.length;
  }

  read(): Exchange {
    const texts = typeof this.#texts === "string" ? this.#texts : this.#texts.toString("utf8", this.#start, this.#end);
    const endOfResponse = this.#requestLength + this.#responseLength;
    return {
      id: this.id,
      at: this.#at,
      operation: this.operation,
      merchantId: this.merchantId,
      reference: this.reference,
      orderId: this.orderId,
      orderStatus: this.#orderStatus,
      cardType: this.#cardType,
      signature: this.#signature,
      responseCode: this.responseCode,
      http: this.#http,
      request: texts.slice(0, this.#requestLength),
      response: texts.slice(this.#requestLength, endOfResponse),
      rule: this.#rule,
      explain: texts.slice(endOfResponse),
    };
  }
}

import { envelope, requests } from "../../test/support/client.js";

/** One turn of a merchant: what is called for one reference, signed beforehand. */
export interface Turn {
  readonly create: string;
  readonly query: string;
  readonly sale: string;
  readonly refund: string;
}

/** The same turns are taken in each lane, and again after its reset. */
export const turnsOf = (count: number, notifyUrl: string): readonly Turn[] =>
  Array.from({ length: count }, (_, n) => {
    const [created, paid] = [`C-${n}`, `S-${n}`];
    const over = n % 10 === 0 ? { callbackUrl: { notify: notifyUrl } } : {};
    return {
      create: envelope(requests.create({ merchantReference: created })),
      query: envelope({ merchantId: 3, merchantReference: created }),
      sale: envelope(requests.sale({ merchantReference: paid, ...over })),
      refund: envelope({ merchantId: 3, merchantReference: paid, amount: 1 }),
    };
  });

import type { Exchange } from "../ports/exchange.js";

/** The measured size of an exchange without its texts, in bytes. */
const FRAME_BYTES = 600;

/** The approximate size of an exchange in bytes. */
export const exchangeBytes = ({ request, response, explain }: Exchange): number =>
  FRAME_BYTES + request.length + response.length + explain.length;

import type { Exchange } from "../app/ports/exchange.js";

/** What an exchange takes besides its texts, in bytes, as measured. */
const FRAME_BYTES = 600;

/** About how much an exchange takes. */
export const bytesOf = ({ request, response, explain }: Exchange): number =>
  FRAME_BYTES + request.length + response.length + explain.length;

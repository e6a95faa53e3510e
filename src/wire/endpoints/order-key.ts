import * as z from "zod";
import type { OrderKey } from "../../app/commands/command.js";
import type { AssumptionId } from "../../facts/assumptions.js";
import type { Subject } from "../../scenario/subject.js";
import { type Accepted, orderOf } from "../endpoint.js";
import { namesOrder, namesOrderError, type Params } from "../params.js";
import { hasNoCard } from "../project.js";

/** The parameters of calls that only identify an order (spec 4.5 to 4.8). */
export const orderKeyParams = (p: Params) => z.object(p.orderKey).refine(namesOrder, namesOrderError);

interface NamedOrder {
  readonly merchantId: number;
  readonly orderId?: number | undefined;
  readonly merchantReference?: string | undefined;
}

export const keyOf = ({ merchantId, orderId, merchantReference }: NamedOrder): OrderKey => ({
  merchantId,
  orderId,
  merchantReference,
});

export const keySubject = ({ merchantId, orderId, merchantReference }: NamedOrder): Omit<Subject, "operation"> => ({
  merchantId: String(merchantId),
  ...(orderId !== undefined && { orderId }),
  ...(merchantReference !== undefined && { merchantReference }),
});

/** The assumption behind a query of an order whose card is unknown. */
export const cardTypeGuess = (result: Accepted): readonly AssumptionId[] =>
  hasNoCard(orderOf(result)) ? ["unpaid-card-type"] : [];

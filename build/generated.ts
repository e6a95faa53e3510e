import { parameterSources } from "../src/core/facts/parameters/parameters.js";
import { scenarioEditorSchema } from "../src/core/scenario/document/editor-schema.js";
import { version } from "../src/package/version.js";
import { openApi } from "../src/server/control-api/openapi/openapi.js";
import { paymentRefusalSchema, successSchema } from "../src/server/payment-api/endpoints/answer-schemas.js";
import { endpoints } from "../src/server/payment-api/endpoints/index.js";
import {
  paymentNotificationSchema,
  tokenNotificationSchema,
} from "../src/server/payment-api/endpoints/notification-schemas.js";
import { paramsSchema } from "../src/server/payment-api/read-parameters/schema.js";
import { judgeJsonSchema } from "../src/tools/judge/reports/json-schema.js";
import { aboutOf } from "./about-endpoints.js";

export { libraryTypes } from "./library-types.js";

export const scenarioSchema = (): string => `${JSON.stringify(scenarioEditorSchema(), null, 2)}\n`;

export const judgeSchema = (): string => `${JSON.stringify(judgeJsonSchema(), null, 2)}\n`;

export const openApiDocument = (): string =>
  JSON.stringify(
    openApi({
      version,
      refusal: paymentRefusalSchema,
      notifications: { payment: paymentNotificationSchema, token: tokenNotificationSchema },
      payment: endpoints.map(({ path, answer }) => ({
        path,
        about: aboutOf({ path }),
        params: paramsSchema(path),
        success: successSchema(answer),
        notification: notificationOf(path),
      })),
    }),
  );

function notificationOf(path: string): "payment" | "token" | undefined {
  if (!("callbackUrl.notify" in (parameterSources[path] ?? {}))) return undefined;
  return path === "tokenization/add-token" ? "token" : "payment";
}

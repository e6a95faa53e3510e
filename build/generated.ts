import { openApi } from "../src/control/openapi/openapi.js";
import { defaultPolicy } from "../src/facts/assumptions.js";
import { judgeJsonSchema } from "../src/judge/reports/json-schema.js";
import { version } from "../src/package/version.js";
import { scenarioJsonSchema } from "../src/scenario/document/document.js";
import { paymentRefusalSchema, successSchema } from "../src/wire/endpoints/answer-schemas.js";
import { endpoints } from "../src/wire/endpoints/index.js";

export { libraryTypes } from "./library-types.js";

export const scenarioSchema = (): string => `${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`;

export const judgeSchema = (): string => `${JSON.stringify(judgeJsonSchema(), null, 2)}\n`;

export const openApiDocument = (): string =>
  JSON.stringify(
    openApi({
      version,
      refusal: paymentRefusalSchema,
      payment: endpoints.map(({ path, params, answer }) => ({
        path,
        params: params(defaultPolicy),
        success: successSchema(answer),
      })),
    }),
  );

import * as z from "zod";
import { ControlClient } from "../../library/control-client.js";
import { jsonText, lane, targetOf, tool } from "../tool.js";

export const resend = tool({
  name: "resend",
  title: "Send a notification again",
  about:
    "Sends a notification (webhook) to the shop now, whatever its state. explain_request lists the ids of notifications.",
  input: z.strictObject({
    lane,
    id: z.union([z.int().min(1), z.string().regex(/^(notification-)?\d{1,10}$/)]).describe("such as notification-7"),
  }),
  isReading: false,
  run: async ({ lane: name, id }, context) => {
    const api = new ControlClient(targetOf(context, name));
    const params = { id: String(id).replace("notification-", "") };
    return jsonText(await api.call("POST /notifications/{id}/resend", { params, body: {} }));
  },
});

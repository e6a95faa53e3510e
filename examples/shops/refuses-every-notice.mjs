// Wrong: signs the fields in the order in which they came, so that no genuine notice fits. What it knows, it asks for.
import { verify } from "node:crypto";
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  isGenuine({ signature = "", ...fields }) {
    const text = Object.entries(fields).map(([key, value]) => `${key}: ${value}`);
    return verify("sha256", Buffer.from(text.join("&")), this.theirKey, Buffer.from(signature, "base64"));
  }
}

await runIfMain(import.meta, Wrong);

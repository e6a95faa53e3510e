// Wrong: sets no time limit, so a sale whose answer never comes holds it up until somebody ends it.
import { request } from "node:http";
import { runIfMain, Shop } from "./skeleton.mjs";

export default class Wrong extends Shop {
  /** Plain HTTP: `fetch` would give up by itself after five minutes. */
  post(path, body) {
    return new Promise((resolve, reject) => {
      const headers = { "Content-Type": "application/json" };
      const call = request(this.url + path, { method: "POST", headers }, async (response) => {
        try {
          const text = (await response.toArray()).join("");
          resolve({ http: response.statusCode, ...JSON.parse(text) });
        } catch (error) {
          reject(error);
        }
      });
      call.once("error", reject);
      call.end(JSON.stringify(body));
    });
  }
}

await runIfMain(import.meta, Wrong);

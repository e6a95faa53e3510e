import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describeFaults, type Seen } from "./fault-clients.js";

const run = promisify(execFile);
async function byCurl(url: string, body: string): Promise<Seen> {
  const shown = "\n%{http_code} %{content_type}";
  const args = ["-sS", "-X", "POST", "-H", "Content-Type: application/json", "-d", body, "-w", shown, url];
  try {
    const { stdout } = await run("curl", args);
    const end = stdout.lastIndexOf("\n");
    const [status, type = ""] = stdout.slice(end + 1).split(" ");
    return { status: Number(status), type, body: stdout.slice(0, end) };
  } catch (error) {
    return { cut: String((error as { code?: number }).code) };
  }
}

describeFaults({
  name: "curl",
  call: byCurl,
  cut: { "connection-reset": "56", "empty-response": "52", "truncated-body": "18" },
  // Exit code 0: the shop's code sees a success without a body.
  halfAHead: { status: 200, type: "", body: "" },
});

export { type Sandbox, type SandboxLane, type SandboxOptions, startSandbox } from "./library.js";

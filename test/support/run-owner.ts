/** Vitest's global setup: names the process to which everything that a run starts belongs, such as its PostgreSQL. */
export default function nameOwner(): void {
  process.env.PAYMENT_SANDBOX_TEST_OWNER = String(process.pid);
  // Unlike the process's id, never used again.
  process.env.PAYMENT_SANDBOX_TEST_RUN = `${process.pid} ${Date.now()}`;
}

/** True if this is the single executable, which is its own program. */
export const isExecutable = (): boolean => process.getBuiltinModule("node:sea").isSea();

/** How a user types this program: the executable by its name, the package through npx. */
export const typed: readonly string[] = isExecutable() ? ["payment-sandbox"] : ["npx", "payment-sandbox"];

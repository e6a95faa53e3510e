/** True in `npm run prove -- tests`, which runs every case of the test files that import this. */
export const isProof = process.env.PAYMENT_SANDBOX_PROVE === "1";

/** All cases in a proof. In the system tests, as many from the first one on as show the fact. */
export const casesFor = <T>(cases: readonly T[], shown = 1): readonly T[] => (isProof ? cases : cases.slice(0, shown));

/** How often to try what luck decides. */
export const timesFor = ({ shown, proof }: { readonly shown: number; readonly proof: number }): number =>
  isProof ? proof : shown;

import { crashRounds, oneProcess } from "../../test/crash/rounds.js";
import { temporaryFolder } from "./leaving.js";
import type { Part } from "./part.js";

/** kill -9 under load, again and again, on one data folder. */
export const kill: Part = {
  about:
    "A server with a data folder is killed (`kill -9`) in the midst of the calls of eight callers, and started again. All that it had answered must still be so; a call that was cut is sent again, and must be done now or be refused because it was done, never twice; the books must balance.",
  run: async ({ seed, isShort, until }) => {
    const folder = temporaryFolder();
    const { rounds, answered, cut, lost } = await crashRounds(
      () => oneProcess("--data-dir", folder),
      isShort ? 5 : 100,
      {
        seed,
        isOver: () => Date.now() > until,
      },
    );
    return {
      figures: [
        ["kills", rounds],
        ["calls answered", answered],
        ["calls cut and sent again", cut],
      ],
      findings: lost.map((what) => ({ what })),
    };
  },
};

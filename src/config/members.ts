import * as z from "zod";
import { defaultPolicy, type Policy } from "../facts/assumptions.js";
import type { OwnCodes } from "../facts/codes.js";
import { assumeSchema } from "../scenario/assume-schema.js";
import { type MerchantSetting, merchantOf, merchantSchema } from "./merchants.js";
import { pathFrom } from "./paths.js";
import { privateKeyText } from "./pem-text.js";
import type { Reading } from "./reading.js";
import { responseCodesSchema } from "./response-codes.js";

interface Member<S extends z.ZodType, N extends string, T> {
  /** Made when a document is read: the start of a server has none. */
  readonly schema: () => S;
  readonly about: string;
  /** The setting that comes of it. */
  readonly setting: N;
  /** What holds where nobody chose. */
  readonly default: T;
  readonly read: (value: z.output<S>, reading: Reading) => T;
}

const member = <S extends z.ZodType, const N extends string, T>(row: Member<S, N, T>): Member<S, N, T> => row;

/** What the config file and the library can say, and no flag. A row makes the member, its type and its setting. */
export const members = {
  merchants: member({
    about: "merchants with their `id`, `publicKeys`, `unsettledBalance` and `capabilities`",
    schema: () => z.array(merchantSchema()),
    setting: "merchants",
    default: [] as readonly MerchantSetting[],
    read: (merchants, { folder, at }) =>
      merchants.map((merchant, i) =>
        merchantOf(merchant, { folder, at: (path, work) => at(["merchants", i, ...path], work) }),
      ),
  }),
  assumptions: member({
    about: "another choice for a guess about the provider, by its id",
    schema: assumeSchema,
    setting: "policy",
    default: defaultPolicy,
    read: (chosen): Policy => ({ ...defaultPolicy, ...(chosen as Partial<Policy>) }),
  }),
  responseCodes: member({
    about: "another `code` or `message` for an outcome, by its name; or a file with such a table",
    schema: () =>
      z.union([z.string().min(1), responseCodesSchema()], {
        error: "a table of outcomes, or the path of a file with one",
      }),
    setting: "responseCodes",
    default: {} as OwnCodes,
    // A file is read by withFiles.
    read: (codes): OwnCodes => (typeof codes === "string" ? {} : codes),
  }),
  calibration: member({
    about:
      "a file that `calibrate` wrote: its choices and codes hold where `assumptions` and `responseCodes` say nothing",
    schema: () => z.string().min(1),
    setting: "calibration",
    default: undefined as string | undefined,
    read: (path, { folder }) => pathFrom(folder, path),
  }),
  adminTokens: member({
    about:
      "bearer tokens for `/_sandbox`, each with a `name` and the `lanes` that it opens (`*` stands for any text): a team sees and changes its own lanes",
    schema: () =>
      z
        .array(z.strictObject({ name: aText(), token: aToken(), lanes: lanePattern() }))
        .superRefine((all, { addIssue }) => {
          for (const [n, { token }] of all.entries())
            if (all.findIndex((one) => one.token === token) < n)
              addIssue({ code: "custom", path: [n, "token"], message: "a token that no other team has" });
        }),
    setting: "adminTokens",
    default: [] as readonly AdminTokenSetting[],
    read: (tokens) => tokens,
  }),
  dailySettlement: member({
    about: "settle each day at 00:00 Hong Kong",
    schema: () => z.boolean(),
    setting: "dailySettlement",
    default: false as boolean,
    read: (isDaily) => isDaily,
  }),
  notificationKey: member({
    about: "the RSA private key that signs notifications: PEM, or the path of one; left out, the one that ships",
    schema: () => z.string().min(1),
    setting: "notificationKey",
    default: undefined as string | undefined,
    read: (pemOrPath, { folder, at }) => at(["notificationKey"], () => privateKeyText(pemOrPath, folder)),
  }),
};

type Members = typeof members;
type MemberName = keyof Members;
/** What a document gives, checked. */
export type MemberValues = { readonly [K in MemberName]?: z.output<ReturnType<Members[K]["schema"]>> | undefined };
/** What may stand in a document. */
export type MemberInputs = { readonly [K in MemberName]?: z.input<ReturnType<Members[K]["schema"]>> | undefined };
export type MemberSettings = { readonly [K in MemberName as Members[K]["setting"]]: Members[K]["default"] };

/** A row with its name, whatever its values. */
interface MemberRow extends Member<z.ZodType, keyof MemberSettings, unknown> {
  readonly name: MemberName;
}

export const memberRows: readonly MemberRow[] = Object.entries(members).map(
  ([name, row]) => ({ name, ...row }) as unknown as MemberRow,
);

/** The settings that a document chooses. */
export function memberSettings(values: MemberValues, reading: Reading): Partial<MemberSettings> {
  const given = memberRows.filter(({ name }) => values[name] !== undefined);
  return Object.fromEntries(given.map(({ name, setting, read }) => [setting, read(values[name], reading)]));
}

/** A bearer token, and the lanes that it opens. */
export interface AdminTokenSetting {
  readonly name: string;
  readonly token: string;
  readonly lanes: string;
}

const aText = () => z.string().regex(/\S/, "a text");
/** As a header carries it. */
const aToken = () => z.string().regex(/^[\x21-\x7e]+$/, "a token of visible ASCII characters without blanks");
const lanePattern = () => z.string().regex(/^[A-Za-z0-9._*-]{1,64}$/, "lanes such as team-a-*, or * for all");

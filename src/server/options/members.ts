import * as z from "zod";
import { defaultPolicy, type Policy } from "../../core/facts/assumptions.js";
import { allCodes, type OwnCodes } from "../../core/facts/codes.js";
import { assumeSchema } from "../../core/scenario/rule/assume-schema.js";
import { size } from "./kinds.js";
import { type MerchantSetting, merchantOf, merchantSchema } from "./merchants.js";
import { pathFrom, type ReadingContext } from "./paths.js";
import { privateKeyText } from "./pem.js";

interface Member<S extends z.ZodType, N extends string, T> {
  /** Built when a document is read, because a server may start without one. */
  readonly schema: () => S;
  readonly about: string;
  /** The name of the resulting setting. */
  readonly setting: N;
  readonly default: T;
  readonly read: (value: z.output<S>, reading: ReadingContext) => T;
}

const member = <S extends z.ZodType, const N extends string, T>(row: Member<S, N, T>): Member<S, N, T> => row;

/**
 * Members of the config file and the library that have no flag. Each row defines a member, its type and its setting.
 */
export const members = {
  merchants: member({
    about: "merchants with their `id`, `publicKeys`, `unsettledBalance` and `capabilities`",
    schema: () => z.array(merchantSchema()),
    setting: "merchants",
    default: [] as readonly MerchantSetting[],
    read: (merchants, { folder, at }) =>
      merchants.map((merchant, i) => {
        const first = merchants.findIndex(({ id }) => id === merchant.id);
        if (first < i)
          at(["merchants", i, "id"], () => {
            throw new Error(`merchant ${merchant.id} is there already, as merchants[${first}]: expected each once`);
          });
        return merchantOf(merchant, { folder, at: (path, work) => at(["merchants", i, ...path], work) });
      }),
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
    // If it is a path, withFiles reads the file.
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
      "bearer tokens for `/_sandbox`, each with a `name` and the `lanes` that it opens (`*` stands for any text): a team sees and changes its own lanes; `quota` limits its `lanes`, `orders` and `bytes`; or a file with such a list, read again when it changes",
    schema: () =>
      z.union([z.string().min(1), adminTokenList()], { error: "a list of tokens, or the path of a file with one" }),
    setting: "adminTokens",
    default: [] as readonly AdminTokenSetting[],
    // If it is a path, withFiles reads the file.
    read: (tokens): readonly AdminTokenSetting[] => (typeof tokens === "string" ? [] : tokens),
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
/** The checked values of a document's members. */
export type MemberValues = { readonly [K in MemberName]?: z.output<ReturnType<Members[K]["schema"]>> | undefined };
/** The values that a document may give to members. */
export type MemberInputs = { readonly [K in MemberName]?: z.input<ReturnType<Members[K]["schema"]>> | undefined };
export type MemberSettings = { readonly [K in MemberName as Members[K]["setting"]]: Members[K]["default"] };

/** A row with its name, for code that handles all kinds of values. */
interface MemberRow extends Member<z.ZodType, keyof MemberSettings, unknown> {
  readonly name: MemberName;
}

export const memberRows: readonly MemberRow[] = Object.entries(members).map(
  ([name, row]) => ({ name, ...row }) as unknown as MemberRow,
);

/** The settings that a document chooses. */
export function memberSettings(values: MemberValues, reading: ReadingContext): Partial<MemberSettings> {
  const given = memberRows.filter(({ name }) => values[name] !== undefined);
  return Object.fromEntries(given.map(({ name, setting, read }) => [setting, read(values[name], reading)]));
}

/**
 * A table of codes and messages by outcome. Two outcomes may have the same code, because the real service may do that
 * too.
 */
export function responseCodesSchema() {
  const row = z.strictObject({
    code: z
      .union([z.string().min(1), z.int().min(0)], { error: "a code such as 2005" })
      .transform(String)
      .refine((text) => text !== "0000", { error: "another code than 0000, which means success" })
      .optional(),
    message: z.string().optional(),
  });
  return z.strictObject(Object.fromEntries(Object.keys(allCodes).map((name) => [name, row.optional()])));
}

/** A bearer token, and the lanes that it opens. */
export type AdminTokenSetting = z.output<ReturnType<typeof adminTokenList>>[number];

/** The form of the tokens, both in the config file and in a separate file. */
export const adminTokenList = () =>
  z
    .array(z.strictObject({ name: aText(), token: aToken(), lanes: lanePattern(), quota: aQuota().optional() }))
    .superRefine((all, { addIssue }) => {
      for (const [n, { token }] of all.entries()) {
        const first = all.findIndex((one) => one.token === token);
        if (first < n)
          addIssue({
            code: "custom",
            path: [n, "token"],
            message: "one of its own",
            params: { isSecret: true, means: `the same as [${first}].token` },
          });
      }
    });

/** The most that a team's lanes may hold together. */
const aQuota = () =>
  z.strictObject({ lanes: aCount().optional(), orders: aCount().optional(), bytes: size.schema().optional() });
const aCount = () => z.int("a whole number above 0").min(1, "a whole number above 0");
const aText = () => z.string().regex(/\S/, "a text");
/** A token that can be sent in a header. Its faults never quote it. */
const aToken = () =>
  z.string().superRefine((token, { addIssue }) => {
    if (!/^[\x21-\x7e]+$/.test(token))
      addIssue({
        code: "custom",
        message: "a token of visible ASCII characters without blanks",
        params: { isSecret: true, means: token === "" ? "empty" : "a text with a blank or another such character" },
      });
  });
const lanePattern = () => z.string().regex(/^[A-Za-z0-9._*-]{1,64}$/, "lanes such as team-a-*, or * for all");

import type { CardBrand } from "../../../core/facts/card-number.js";
import { fill, type Language, type Text, texts } from "../text/index.js";
import { type CardFormData, type CardRules, cardFields } from "./card-check.js";
import type { Country, FieldFaults, Refill } from "./card-form.js";

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly fault?: string | undefined;
  readonly hint?: string | undefined;
  readonly wide?: boolean;
  readonly first?: boolean;
  readonly input: Readonly<Record<string, string | undefined>>;
}

/** A labelled input. Screen readers read its error and hint with it. */
function Field({ name, label, fault, hint, wide, first, input }: FieldProps) {
  const described = [hint && `${name}-hint`, fault && `${name}-why`].filter(Boolean).join(" ");
  const field = (
    <input
      id={name}
      name={name}
      data-testid={name}
      aria-invalid={fault ? "true" : undefined}
      aria-describedby={described || undefined}
      autofocus={first ? true : undefined}
      {...input}
    />
  );
  return (
    <div class={wide ? "f all" : "f"}>
      <label for={name}>{label}</label>
      {name === "card-number" ? (
        <div class="num">
          {field}
          <span class="mark" aria-hidden="true" />
        </div>
      ) : (
        field
      )}
      {hint && (
        <span class="vh" id={`${name}-hint`}>
          {hint}
        </span>
      )}
      {fault && (
        <p class="why" id={`${name}-why`}>
          {fault}
        </p>
      )}
    </div>
  );
}

interface CardFieldsProps {
  readonly language: Language;
  readonly rules: CardRules;
  readonly faults: FieldFaults;
  readonly refill: Refill;
}

const brandList = (brands: readonly CardBrand[], t: Text): string => brands.map((brand) => t.brands[brand]).join(", ");

/** Number, holder, expiry and CVC. Shared by the checkout page and the card-entry page. */
export function CardFields({ language, rules: { brands, emptyHolder }, faults, refill }: CardFieldsProps) {
  const t = texts[language];
  const say = (fault: keyof Text["errors"] | undefined): string | undefined =>
    fault && fill(t.errors[fault], { brands: brandList(brands, t) });
  const first = cardFields.find((field) => faults[field]);
  const told = (field: (typeof cardFields)[number]) => ({ fault: say(faults[field]), first: first === field });
  const digits = { type: "text", inputmode: "numeric", autocapitalize: "off", spellcheck: "false" };
  return (
    <div class="grid">
      <Field
        name="card-number"
        label={t.cardNumber}
        wide
        {...told("number")}
        input={{ ...digits, autocomplete: "cc-number", maxlength: "24", placeholder: "1234 5678 9012 3456" }}
      />
      <Field
        name="card-holder"
        label={emptyHolder === "refuse" ? t.cardHolder : t.cardHolderOptional}
        wide
        {...told("holder")}
        input={{ type: "text", autocomplete: "cc-name", maxlength: "120", spellcheck: "false", value: refill.holder }}
      />
      <Field
        name="card-expiry"
        label={t.expiry}
        hint={t.expiryHint}
        {...told("expiry")}
        input={{
          ...digits,
          autocomplete: "cc-exp",
          maxlength: "7",
          placeholder: t.expiryExample,
          value: refill.expiry,
        }}
      />
      <Field
        name="card-cvc"
        label={t.cvc}
        hint={t.cvcHint}
        {...told("cvc")}
        input={{ ...digits, autocomplete: "cc-csc", maxlength: "4", placeholder: "123" }}
      />
    </div>
  );
}

interface CountryFieldProps {
  readonly language: Language;
  readonly chosen: string | undefined;
  readonly countries: readonly Country[];
}

/** The country that issued the card; Hong Kong by default. */
export function CountryField({ language, chosen, countries }: CountryFieldProps) {
  const t = texts[language];
  const selected = countries.find((code) => code === chosen) ?? "HK";
  return (
    <div class="f all">
      <label for="country">{t.country}</label>
      <select id="country" name="country" data-testid="country" autocomplete="country">
        {countries.map((code) => (
          <option value={code} selected={code === selected}>
            {t.countries[code]}
          </option>
        ))}
      </select>
    </div>
  );
}

export function EmailField({
  language,
  value,
  fault,
}: {
  readonly language: Language;
  readonly value?: string | undefined;
  readonly fault: boolean;
}) {
  const t = texts[language];
  return (
    <Field
      name="email"
      label={t.email}
      wide
      fault={fault ? t.errors.email : undefined}
      first={fault}
      input={{ type: "email", autocomplete: "email", maxlength: "254", spellcheck: "false", value }}
    />
  );
}

/** Marks the card form for the script. The script then reports the same errors as the server, but before sending. */
export function cardFormData(
  language: Language,
  { brands, limits, now, emptyHolder }: CardRules,
): Readonly<Record<string, string>> {
  const t = texts[language];
  const brand = fill(t.errors.brand, { brands: brandList(brands, t) });
  const { summary, number, bin, holder, expiry, month, expired, cvc, email } = t.errors;
  const { allowedBinRanges, allowedCardType } = limits;
  const data: CardFormData = {
    limits: { allowedBinRanges, allowedCardType },
    brands,
    now,
    emptyHolder,
    messages: { summary, number, brand, bin, holder, expiry, month, expired, cvc, email },
    brandNames: t.brands,
  };
  return { "data-card-form": JSON.stringify(data) };
}

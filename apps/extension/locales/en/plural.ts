/** The language of these words: by it their plurals, and the ages that stand within sentences. */
export const LANGUAGE = "en"

const rules = new Intl.PluralRules(LANGUAGE)

/** The form that goes with a count. */
export const plural = (count: number, forms: { readonly one: string; readonly other: string }): string =>
  rules.select(count) === "one" ? forms.one : forms.other

/** The settings that an account kind consists of. */

/** What a program needs to know of a setting. One that asks people for it elsewhere does without the texts. */
export interface FieldRules {
  /** snake_case; its environment variable is `INLAY_<PLUGIN>_<NAME>` unless `env` says otherwise. */
  readonly name: string
  /**
   * A boolean's values are `true` and `false`, a choice's are those of its options. A file's value is the file's
   * content; commands and the environment variable take its path.
   */
  readonly type: "text" | "url" | "number" | "boolean" | "choice" | "file"
  /** A secret is stored encrypted and never displayed again. */
  readonly secret: boolean
  readonly required: boolean
  /** The value that a form prefills for a new account. Unlike `default`, it does not apply if the user clears it. */
  readonly proposed?: string
  /** Most accounts do not need to change it. A form shows it only on request. */
  readonly advanced?: true
  readonly default?: string
  readonly env?: string
  /**
   * Other programs use its environment variable, too. That alone makes an account only if it is valid, and the account
   * stands back for a stored one.
   */
  readonly shared?: true
  /**
   * The options of a choice. `provider` means that the account kind's `choices` loads them once the account can send
   * requests.
   */
  readonly options?: ReadonlyArray<Choice> | "provider"
}

/** What people read about a field. */
export interface FieldText {
  readonly label: string
  readonly help: string
}

/** One setting of an account. Pages, prompts, environment variables and documentation are generated from it. */
export interface Field extends FieldRules, FieldText {}

/** By the field's name. */
export type FieldTexts = Readonly<Record<string, FieldText>>

/** One allowed value of a field of type `choice`. */
export interface Choice {
  readonly value: string
  readonly label: string
}

/** Makes a field without texts: text that is neither secret nor required, unless `more` says otherwise. */
export const rules = (name: string, more: Partial<FieldRules> = {}): FieldRules => ({
  name,
  type: "text",
  secret: false,
  required: false,
  ...more
})

const withText = ({ name, ...rest }: FieldRules, { label, help }: FieldText): Field => ({ name, label, help, ...rest })

/** Makes a field: text that is neither secret nor required, unless `more` says otherwise. */
export const field = (name: string, label: string, help: string, more: Partial<FieldRules> = {}): Field =>
  withText(rules(name, more), { label, help })

const NO_TEXT: FieldText = { label: "", help: "" }

/** Adds the texts of the fields. A field without one gets empty texts, which `pluginSuite` reports. */
export const withTexts = (fields: ReadonlyArray<FieldRules>, texts: FieldTexts): ReadonlyArray<Field> =>
  fields.map((one) => withText(one, texts[one.name] ?? NO_TEXT))

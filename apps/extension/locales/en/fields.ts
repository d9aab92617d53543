/** Account fields and their plugins. Plugins describe themselves in English; other languages translate them by id. */

export interface FieldText {
  readonly label: string
  readonly help: string
  /** By value, for a field with choices. */
  readonly options?: Readonly<Record<string, string>>
}

/** By plugin id. */
export const pluginTitles: Readonly<Record<string, string>> = {}

/** By `<plugin>.<kind>`. */
export const kindTitles: Readonly<Record<string, string>> = {}

/** By `<plugin>.<field>`. */
export const fieldTexts: Readonly<Record<string, FieldText>> = {}

/** Translates a plugin's sentences about a field's problem, or about the result of an account check. */
export const checkText = (english: string): string => english

/** Account fields and their plugins, which describe themselves in English: other languages have them by their ids. */

export interface FieldText {
  readonly label: string
  readonly help: string
  /** By value, of a choice. */
  readonly options?: Readonly<Record<string, string>>
}

/** By the ids of plugins. */
export const pluginTitles: Readonly<Record<string, string>> = {}

/** By `<plugin>.<kind>`. */
export const kindTitles: Readonly<Record<string, string>> = {}

/** By `<plugin>.<field>`. */
export const fieldTexts: Readonly<Record<string, FieldText>> = {}

/** What is wrong with a field, and what a check says of an account: sentences of the plugin. */
export const checkText = (english: string): string => english

/** Account fields and their plugins. Plugins describe themselves in English; other languages translate them by id. */
import type { FieldText, FieldTexts } from "@inlay/agent-plugin/manifest"
import { fieldTexts as codehost } from "@inlay/codehost/field-texts"
import { fieldTexts as salesdata } from "@inlay/salesdata/field-texts"

const textsOf = (plugin: string, texts: FieldTexts) =>
  Object.entries(texts).map(([field, text]): [string, FieldText] => [`${plugin}.${field}`, text])

/** By plugin id. */
export const pluginTitles: Readonly<Record<string, string>> = {}

/** By `<plugin>.<kind>`. */
export const kindTitles: Readonly<Record<string, string>> = {}

/** By `<plugin>.<field>`. */
export const fieldTexts: FieldTexts = Object.fromEntries([
  ...textsOf("salesdata", salesdata),
  ...textsOf("codehost", codehost)
])

/** Translates a plugin's sentences about a field's problem, or about the result of an account check. */
export const checkText = (english: string): string => english

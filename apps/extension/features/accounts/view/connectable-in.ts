/**
 * Translates a plugin's account kinds and fields to the user's language; untranslated ones keep the plugin's own words.
 * Pure.
 */
import type { Field } from "@inlay/agent-plugin/manifest"

import { fieldTexts, kindTitles, pluginTitles } from "../../../locales/settings.ts"
import type { Connectable } from "../requests.ts"

const fieldIn = (plugin: string, field: Field): Field => {
  const text = fieldTexts[`${plugin}.${field.name}`]
  if (text === undefined) return field
  const { label, help, options } = text
  return {
    ...field,
    label,
    help,
    ...(typeof field.options === "object" && {
      options: field.options.map((choice) => ({ ...choice, label: options?.[choice.value] ?? choice.label }))
    })
  }
}

export const connectableIn = (plugin: Connectable): Connectable => ({
  ...plugin,
  title: pluginTitles[plugin.id] ?? plugin.title,
  accountKinds: plugin.accountKinds.map((kind) => ({
    ...kind,
    title: kindTitles[`${plugin.id}.${kind.id}`] ?? kind.title,
    fields: kind.fields.map((field) => fieldIn(plugin.id, field))
  }))
})

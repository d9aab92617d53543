/** Adds the texts of a plugin's account kinds and fields in the user's language. Pure. */
import type { Field, FieldRules } from "@inlay/agent-plugin/manifest"

import { fieldTexts, kindTitles, pluginTitles } from "../../../locales/settings.ts"
import type { Connectable } from "../requests.ts"

const fieldIn = (plugin: string, field: FieldRules): Field => ({
  label: field.name,
  help: "",
  ...field,
  ...fieldTexts[`${plugin}.${field.name}`]
})

export const connectableIn = (plugin: Connectable<FieldRules>): Connectable => ({
  ...plugin,
  title: pluginTitles[plugin.id] ?? plugin.title,
  accountKinds: plugin.accountKinds.map((kind) => ({
    ...kind,
    title: kindTitles[`${plugin.id}.${kind.id}`] ?? kind.title,
    fields: kind.fields.map((field) => fieldIn(plugin.id, field))
  }))
})

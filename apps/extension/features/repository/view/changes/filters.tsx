/** The filters of a trigger, as fields of a form. */
import { visible } from "@inlay/ui/text/visible"

import { filterNames, filterText } from "../../../../locales/filters.ts"
import { triggers as words } from "../../../../locales/repository.ts"
import { Select } from "../../../../ui/Select.tsx"
import type { FilterField } from "../../requests.ts"

/** The texts of the fields, by name. */
export type FilterTexts = Readonly<Record<string, string>>

/** The hub names the fields, perhaps as something that every object has. */
const textOf = (texts: FilterTexts, { name }: FilterField): string =>
  Object.hasOwn(texts, name) ? (texts[name] ?? "") : ""

/** Converts a field of the form to the trigger's filter value; `undefined` if it is empty. */
const filterOf = ({ type }: FilterField, text: string): unknown => {
  const several = text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "")
  if (several.length === 0) return undefined
  switch (type) {
    case "flag":
      return text === "yes"
    case "choice":
      return several[0]
    case "number":
      return several.map(Number)
    case "texts":
      return several
  }
}

/** The name of a filter of a plugin's triggers, in the user's language. */
export const labelOf = (plugin: string, name: string): string => {
  const translation = filterNames[`${plugin}.${name}`]
  if (translation !== undefined) return translation
  const spaced = name.replaceAll("_", " ")
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const Field = (props: {
  readonly plugin: string
  readonly field: FilterField
  readonly text: string
  readonly onInput: (text: string) => void
}) => {
  const { plugin, field, text, onInput } = props
  const label = labelOf(plugin, field.name)
  if (field.type === "flag" || field.type === "choice") {
    const choices = field.choices.map((choice) => [choice, choice] as const)
    const answers = [
      ["yes", words.yes],
      ["no", words.no]
    ] as const
    const options = [["", words.any], ...(field.type === "flag" ? answers : choices)] as const
    return <Select label={label} options={options} value={text} onChoose={onInput} />
  }
  return (
    <label class="small">
      <span class="quiet">{label}</span>
      <input
        type="text"
        maxLength={500}
        value={text}
        placeholder={visible(filterText(field.help))}
        onInput={({ currentTarget: { value } }) => onInput(value)}
      />
    </label>
  )
}

/** Returns the filters that are not empty, by name. */
export const filtersOf = (fields: ReadonlyArray<FilterField>, texts: FilterTexts): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = filterOf(field, textOf(texts, field))
      return value === undefined ? [] : [[field.name, value]]
    })
  )

export const Filters = (props: {
  readonly plugin: string
  readonly fields: ReadonlyArray<FilterField>
  readonly texts: FilterTexts
  readonly onInput: (name: string, text: string) => void
}) => (
  <details>
    <summary class="small">{words.filters}</summary>
    <p class="small quiet">{words.several}</p>
    <div class="repo-filters">
      {props.fields.map((field) => (
        <Field
          key={field.name}
          plugin={props.plugin}
          field={field}
          text={textOf(props.texts, field)}
          onInput={(text) => props.onInput(field.name, text)}
        />
      ))}
    </div>
  </details>
)

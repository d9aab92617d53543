/** The form for a tool's input: a control for each property of its JSON Schema. */
import { Options } from "@inlay/ui/Options"
import { visible } from "@inlay/ui/text/visible"

import type { Property, Texts } from "./schema.ts"
import { tools as words } from "./words.ts"

interface InputProps {
  readonly property: Property
  readonly text: string
  readonly problem: string | undefined
  /** Prefix of element ids. Each form of a page needs its own. */
  readonly scope: string
  readonly onInput: (text: string) => void
}

const Select = ({
  options,
  ...props
}: { readonly options: ReadonlyArray<readonly [string, string]> } & ReturnType<typeof common> & {
    readonly value: string
    readonly onInput: (text: string) => void
  }) => {
  const { onInput, ...rest } = props
  return (
    <select {...rest} onChange={(event) => onInput(event.currentTarget.value)}>
      <option value="">{words.unset}</option>
      <Options of={options} />
    </select>
  )
}

const common = ({ property: { name, isRequired }, problem, scope }: InputProps) => ({
  id: `${scope}-${name}`,
  name,
  "aria-required": isRequired,
  "aria-invalid": problem !== undefined,
  "aria-describedby": `${scope}-${name}-help${problem === undefined ? "" : ` ${scope}-${name}-error`}`
})

const BOOLEANS = [
  ["true", "true"],
  ["false", "false"]
] as const

/** The chosen values are lines of the text. */
const Choices = (props: InputProps & { readonly values: ReadonlyArray<string> }) => {
  const { property, problem, scope, text, values, onInput } = props
  const { id, name, ...aria } = common({ property, problem, scope, text, onInput })
  const chosenValues = text.split("\n")
  return (
    <div
      class="choices"
      role="group"
      id={id}
      aria-labelledby={`${id}-label`}
      aria-describedby={aria["aria-describedby"]}
    >
      {values.map((value) => (
        <label key={value}>
          <input
            type="checkbox"
            name={name}
            checked={chosenValues.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              onInput(values.filter((one) => (one === value ? checked : chosenValues.includes(one))).join("\n"))
            }
          />
          {value}
        </label>
      ))}
    </div>
  )
}

const Control = (props: InputProps) => {
  const { property, text, onInput } = props
  const { control } = property
  const input = common(props)
  switch (control.as) {
    case "boolean":
      return <Select {...input} value={text} onInput={onInput} options={BOOLEANS} />
    case "choice":
      return (
        <Select
          {...input}
          value={text}
          onInput={onInput}
          options={control.values.map((one) => [String(one), String(one)] as const)}
        />
      )
    case "choices":
      return <Choices {...props} values={control.values.map(String)} />
    case "list":
    case "json":
      return (
        <textarea
          {...input}
          rows={control.as === "json" ? 4 : 2}
          spellcheck={false}
          class={control.as}
          value={text}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )
    case "text":
    case "number":
      return (
        <input
          {...input}
          type="text"
          inputMode={control.as === "number" ? "decimal" : "text"}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={text}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )
  }
}

const HOW: { readonly [As in Property["control"]["as"]]?: string } = { list: words.oneALine, json: words.json }

const Input = (props: InputProps) => {
  const { property, problem, scope } = props
  const { name, isRequired, control, help } = property
  return (
    <div class="field">
      <label
        class="field-label"
        id={`${scope}-${name}-label`}
        for={control.as === "choices" ? undefined : `${scope}-${name}`}
      >
        <code>{name}</code>
        {isRequired && <span class="quiet"> · {words.required}</span>}
      </label>
      <Control {...props} />
      {problem !== undefined && (
        <span class="field-error" id={`${scope}-${name}-error`}>
          {problem}
        </span>
      )}
      <span class="field-help" id={`${scope}-${name}-help`}>
        {[visible(help), HOW[control.as]].filter(Boolean).join(" · ")}
      </span>
    </div>
  )
}

/** Up to this many optional fields are shown without being collapsed. */
const FEW = 4

export const InputForm = (props: {
  readonly properties: ReadonlyArray<Property>
  readonly texts: Texts
  readonly problems: Texts
  readonly scope?: string
  readonly onInput: (name: string, text: string) => void
}) => {
  const { properties, texts, problems, scope = "input" } = props
  const draw = (property: Property) => (
    <Input
      key={property.name}
      property={property}
      scope={scope}
      text={texts[property.name] ?? ""}
      problem={problems[property.name]}
      onInput={(text) => props.onInput(property.name, text)}
    />
  )
  const required = properties.filter(({ isRequired }) => isRequired)
  const others = properties.filter(({ isRequired }) => !isRequired)
  const isShort = required.length === 0 || others.length <= FEW
  return (
    <>
      {required.map(draw)}
      {isShort ? (
        others.map(draw)
      ) : (
        <details>
          <summary>{words.more(others.length)}</summary>
          <div class="fields">{others.map(draw)}</div>
        </details>
      )}
    </>
  )
}

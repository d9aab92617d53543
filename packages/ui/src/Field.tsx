import type { Field as FieldInfo } from "@inlay/agent-plugin/manifest"

import { Options } from "./Options.tsx"
import { internationalHost } from "./text/international-host.ts"

export interface FieldWords {
  readonly required: string
  /** Placeholder for a secret that is stored, and the text for a file that is stored. */
  readonly stored: string
  readonly storedFile: string
  /** The first entry of a choice without a default. */
  readonly choose: string
  /** The note about an address whose host is not written as networks know it. */
  readonly international: (host: string) => string
}

export interface FieldProps {
  readonly words: FieldWords
  readonly field: FieldInfo
  readonly value: string
  /** Whether a secret is stored already. It is never shown again. */
  readonly stored: boolean
  readonly error: string | undefined
  /** A note about the current value. */
  readonly note?: string | undefined
  readonly onInput: (value: string) => void
}

const INPUT_MODES: { readonly [T in FieldInfo["type"]]?: "url" | "decimal" } = { url: "url", number: "decimal" }

/** The properties of every kind of input. */
const commonProps = ({ field, stored, error }: FieldProps) => {
  const id = `field-${field.name}`
  return {
    id,
    name: field.name,
    "aria-required": field.required && !stored,
    "aria-invalid": error !== undefined,
    "aria-describedby": `${id}-help${error === undefined ? "" : ` ${id}-error`}`
  }
}

type Input = ReturnType<typeof commonProps>

/** One line of text. A secret is never shown, and the browser does not offer to fill it in. */
const Text = ({ words, field, value, stored, onInput, input }: FieldProps & { readonly input: Input }) => {
  const line = {
    // Addresses, keys and numbers are written from left to right in every language. The placeholder of a stored value
    // is a sentence.
    dir: stored && value === "" ? undefined : "ltr",
    ...input,
    inputMode: INPUT_MODES[field.type] ?? "text",
    autocapitalize: "off",
    spellcheck: false,
    value,
    placeholder: stored ? words.stored : (field.default ?? ""),
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => onInput(event.currentTarget.value)
  } as const
  return field.secret ? (
    <input type="password" autocomplete="new-password" {...line} />
  ) : (
    <input type="text" autocomplete="off" {...line} />
  )
}

const Select = ({ words, field, value, onInput, input }: FieldProps & { readonly input: Input }) => (
  <select {...input} value={value || (field.default ?? "")} onChange={(event) => onInput(event.currentTarget.value)}>
    {field.default === undefined && <option value="">{words.choose}</option>}
    {typeof field.options === "object" && <Options of={field.options.map((one) => [one.value, one.label])} />}
  </select>
)

/** Reads a file in the browser. The value is its content, and the file itself is not uploaded. */
const File = ({ words, stored, onInput, input }: FieldProps & { readonly input: Input }) => (
  <>
    <input
      {...input}
      type="file"
      onChange={({ currentTarget: { files } }) => void files?.[0]?.text().then(onInput, () => onInput(""))}
    />
    {stored && <span class="field-help">{words.storedFile}</span>}
  </>
)

const Switch = ({ field, value, onInput, input }: FieldProps & { readonly input: Input }) => (
  <input
    {...input}
    type="checkbox"
    role="switch"
    checked={(value || field.default) === "true"}
    onChange={(event) => onInput(String(event.currentTarget.checked))}
  />
)

const INPUTS: { readonly [T in FieldInfo["type"]]?: typeof Text } = { boolean: Switch, file: File }

/** A choice whose options only the provider knows is a text input until they are loaded. */
const inputOf = ({ type, options }: FieldInfo): typeof Text =>
  type === "choice" && typeof options === "object" ? Select : (INPUTS[type] ?? Text)

/** One setting, as the plugin describes it: label, input, help, and error. */
export const Field = (props: FieldProps) => {
  const { words, field, value, stored, error } = props
  const host = field.type === "url" ? internationalHost(value) : undefined
  const note = host === undefined ? props.note : words.international(host)
  const input = commonProps(props)
  const Shown = inputOf(field)
  return (
    <div class={`field ${field.type}`}>
      <label class="field-label" for={input.id}>
        {field.label}
        {field.required && !stored && <span class="quiet"> · {words.required}</span>}
      </label>
      <Shown {...props} input={input} />
      {error !== undefined && (
        <span class="field-error" id={`${input.id}-error`}>
          {error}
        </span>
      )}
      <span class="field-help" id={`${input.id}-help`}>
        {field.help}
        {note !== undefined && ` ${note}`}
      </span>
    </div>
  )
}

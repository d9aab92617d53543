import type { Field as FieldInfo } from "@inlay/agent-plugin/manifest"

export interface FieldWords {
  readonly required: string
  /** In place of a secret that is stored, and of a file. */
  readonly stored: string
  readonly storedFile: string
  /** The first entry of a choice that has no default. */
  readonly choose: string
}

export interface FieldProps {
  readonly words: FieldWords
  readonly field: FieldInfo
  readonly value: string
  /** Whether a secret is stored already; it is never shown again. */
  readonly stored: boolean
  readonly error: string | undefined
  /** What is to be said of the value as it stands. */
  readonly note?: string | undefined
  readonly onInput: (value: string) => void
}

const INPUT_MODES: { readonly [T in FieldInfo["type"]]?: "url" | "decimal" } = { url: "url", number: "decimal" }

/** What every kind of input has. */
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

/** One line of text; a secret is never shown, nor offered by the browser. */
const Text = ({ words, field, value, stored, onInput, input }: FieldProps & { readonly input: Input }) => {
  const line = {
    // Addresses, keys and numbers run from left to right in every language; that one is stored is a sentence.
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
    {typeof field.options === "object" &&
      field.options.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
  </select>
)

/** The file's content is the value: it is read here, and the file itself goes nowhere. */
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

/** A choice whose options only the provider knows is typed until they are. */
const inputOf = ({ type, options }: FieldInfo): typeof Text =>
  type === "choice" && typeof options === "object" ? Select : (INPUTS[type] ?? Text)

/** One setting, as the plugin describes it: label, input, help, and what is wrong with it. */
export const Field = (props: FieldProps) => {
  const { words, field, stored, error, note } = props
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

import type { Field as FieldInfo } from "@inlay/agent-plugin/manifest"

import { account } from "../locales/en/account.ts"

export interface FieldProps {
  readonly field: FieldInfo
  readonly value: string
  /** Whether a secret is stored already; it is never shown again. */
  readonly stored: boolean
  readonly error: string | undefined
  /** What is to be said of the value as it stands. */
  readonly note?: string | undefined
  readonly onInput: (value: string) => void
}

const INPUT_MODES = { text: "text", url: "url", number: "decimal", boolean: "text" } as const

/** One setting, as the plugin describes it: label, input, help, and what is wrong with it. */
export const Field = ({ field, value, stored, error, note, onInput }: FieldProps) => {
  const id = `field-${field.name}`
  const input = {
    id,
    name: field.name,
    inputMode: INPUT_MODES[field.type],
    autocapitalize: "off",
    spellcheck: false,
    value,
    placeholder: stored ? account.stored : (field.default ?? ""),
    "aria-required": field.required && !stored,
    "aria-invalid": error !== undefined,
    "aria-describedby": `${id}-help${error === undefined ? "" : ` ${id}-error`}`,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => onInput(event.currentTarget.value)
  } as const
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {field.label}
        {field.required && !stored && <span class="quiet"> · {account.required}</span>}
      </label>
      {field.secret ? (
        <input type="password" autocomplete="new-password" {...input} />
      ) : (
        <input type="text" autocomplete="off" {...input} />
      )}
      {error !== undefined && (
        <span class="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
      <span class="field-help" id={`${id}-help`}>
        {field.help}
        {note !== undefined && ` ${note}`}
      </span>
    </div>
  )
}

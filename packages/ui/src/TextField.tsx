/** An input for a line of text or a date and time, with its label and its help or error. */
export const TextField = (props: {
  readonly id: string
  readonly label: string
  /** A quiet word after the label, such as "required". */
  readonly mark?: string
  readonly help: string
  readonly value: string
  readonly type?: "text" | "datetime-local"
  readonly inputMode?: "text" | "url" | "decimal"
  /** Addresses and codes are written from left to right in every language. */
  readonly dir?: "ltr"
  readonly isRequired?: boolean
  readonly problem?: string | undefined
  readonly onInput: (value: string) => void
}) => {
  const line = {
    id: props.id,
    value: props.value,
    "aria-required": props.isRequired === true,
    "aria-invalid": props.problem !== undefined,
    "aria-describedby": `${props.id}-help`,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => props.onInput(event.currentTarget.value)
  }
  return (
    <div class="field">
      <label class="field-label" for={props.id}>
        {props.label}
        {props.mark !== undefined && <span class="quiet"> · {props.mark}</span>}
      </label>
      {props.type === "datetime-local" ? (
        <input type="datetime-local" {...line} />
      ) : (
        <input
          type="text"
          inputMode={props.inputMode ?? "text"}
          dir={props.dir}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          {...line}
        />
      )}
      <span id={`${props.id}-help`} class={props.problem === undefined ? "field-help" : "field-error"}>
        {props.problem ?? props.help}
      </span>
    </div>
  )
}

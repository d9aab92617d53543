/** A line of text and a tick, each with its label and what is to be said of it. */
export const TextField = (props: {
  readonly id: string
  readonly label: string
  readonly help: string
  readonly value: string
  readonly isRequired?: boolean
  readonly inputMode?: "text" | "url"
  readonly problem: string | undefined
  readonly onInput: (value: string) => void
}) => (
  <div class="field">
    <label class="field-label" for={props.id}>
      {props.label}
    </label>
    <input
      id={props.id}
      type="text"
      inputMode={props.inputMode ?? "text"}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      value={props.value}
      aria-required={props.isRequired === true}
      aria-invalid={props.problem !== undefined}
      aria-describedby={`${props.id}-help`}
      onInput={(event) => props.onInput(event.currentTarget.value)}
    />
    <span id={`${props.id}-help`} class={props.problem === undefined ? "field-help" : "field-error"}>
      {props.problem ?? props.help}
    </span>
  </div>
)

export const Tick = (props: {
  readonly label: string
  readonly help: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) => (
  <label class="choice">
    <input type="checkbox" checked={props.isOn} onChange={(event) => props.onChange(event.currentTarget.checked)} />
    <span class="choice-title">{props.label}</span>
    <span class="choice-help">{props.help}</span>
  </label>
)

/** The parts of the form of a token. */
import { visible } from "@inlay/ui/text/visible"

export const TextField = (props: {
  readonly id: "name" | "credits" | "days"
  readonly label: string
  readonly help: string
  readonly value: string
  readonly problem: string | undefined
  readonly onInput: (value: string) => void
}) => (
  <div class="field">
    <label class="field-label" for={`token-${props.id}`}>
      {props.label}
    </label>
    <input
      id={`token-${props.id}`}
      type="text"
      inputMode={props.id === "name" ? "text" : "decimal"}
      autocomplete="off"
      value={props.value}
      aria-required={props.id === "name"}
      aria-invalid={props.problem !== undefined}
      aria-describedby={`token-${props.id}-help`}
      onInput={(event) => props.onInput(event.currentTarget.value)}
    />
    <span id={`token-${props.id}-help`} class={props.problem === undefined ? "field-help" : "field-error"}>
      {props.problem ?? props.help}
    </span>
  </div>
)

export const Tick = (props: {
  readonly label: string
  readonly help?: string
  readonly isOn: boolean
  readonly isOff?: boolean
  readonly onChange: (isOn: boolean) => void
}) => (
  <label class="choice">
    <input
      type="checkbox"
      checked={props.isOn}
      disabled={props.isOff === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
    <span class="choice-title">{props.label}</span>
    {props.help !== undefined && <span class="choice-help">{props.help}</span>}
  </label>
)

/** Some of a list of names, in which none means all. */
export const Ticks = (props: {
  readonly names: ReadonlyArray<readonly [id: string, label: string]>
  readonly chosen: ReadonlyArray<string>
  readonly onChange: (chosen: ReadonlyArray<string>) => void
}) => (
  <div class="ticks">
    {props.names.map(([id, label]) => (
      <Tick
        key={id}
        label={visible(label)}
        isOn={props.chosen.includes(id)}
        onChange={(isOn) => props.onChange(isOn ? [...props.chosen, id] : props.chosen.filter((one) => one !== id))}
      />
    ))}
  </div>
)

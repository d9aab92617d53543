/** A checkbox with a label and an optional help text. */
export const Checkbox = (props: {
  readonly label: string
  readonly help?: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isOn: boolean) => void
}) => (
  <label class="choice">
    <input
      type="checkbox"
      checked={props.isOn}
      disabled={props.isDisabled === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
    <span class="choice-title">{props.label}</span>
    {props.help !== undefined && <span class="choice-help">{props.help}</span>}
  </label>
)

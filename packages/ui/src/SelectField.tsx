import { Options } from "./Options.tsx"

/** A choice with its label. */
export const SelectField = (props: {
  readonly id: string
  readonly label: string
  readonly options: ReadonlyArray<readonly [value: string, label: string]>
  readonly value: string | undefined
  readonly onChange: (value: string) => void
}) => (
  <div class="field">
    <label class="field-label" for={props.id}>
      {props.label}
    </label>
    <select id={props.id} value={props.value} onChange={(event) => props.onChange(event.currentTarget.value)}>
      <Options of={props.options} />
    </select>
  </div>
)

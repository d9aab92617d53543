import { common } from "../words.ts"

/** One criterion of a list's filter. The empty value lists all. */
export const FilterChoice = (props: {
  readonly label: string
  readonly value: string
  readonly options: ReadonlyArray<readonly [value: string, label: string]>
  readonly onChoose: (value: string) => void
}) => (
  <label class="filter">
    <span>{props.label}</span>
    <select value={props.value} onChange={(event) => props.onChoose(event.currentTarget.value)}>
      <option value="">{common.any}</option>
      {props.options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  </label>
)

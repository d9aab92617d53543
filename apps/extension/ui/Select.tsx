/** A choice from a list, with its label. */
export const Select = <A extends string>(props: {
  readonly label: string
  readonly options: ReadonlyArray<readonly [value: A, text: string]>
  readonly value: A | undefined
  readonly onChoose: (value: A) => void
  readonly class?: string
}) => (
  <label class={props.class ?? "small"}>
    <span class="small quiet">{props.label}</span>
    <select value={props.value} onChange={({ currentTarget: { value } }) => props.onChoose(value as A)}>
      {props.options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  </label>
)

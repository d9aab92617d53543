import type { ComponentChildren } from "preact"

export type Fact = readonly [label: string, value: ComponentChildren]

/** Facts with their names. One whose value is undefined is left out. */
export const Facts = (props: {
  readonly facts: ReadonlyArray<Fact>
  readonly isLoose?: boolean
  readonly isBusy?: boolean
}) => (
  <dl class={`facts ${props.isLoose === true ? "loose" : ""}`} aria-busy={props.isBusy}>
    {props.facts.map(
      ([label, value]) =>
        value !== undefined && (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        )
    )}
  </dl>
)

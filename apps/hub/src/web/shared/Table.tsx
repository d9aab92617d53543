import type { ComponentChildren } from "preact"

/** A table that scrolls sideways within its view; its children are the rows. */
export const Table = (props: {
  readonly label: string
  readonly columns: ReadonlyArray<string>
  /** The columns whose cells are numbers. */
  readonly numbers?: ReadonlyArray<string>
  readonly caption?: string
  /** Shows each row as a block where there is little space. */
  readonly isStacking?: boolean
  readonly children: ComponentChildren
}) => (
  <div class="table-scroll" tabIndex={0} role="group" aria-label={props.label}>
    <table class={props.isStacking === true ? "stacking" : undefined}>
      {props.caption !== undefined && <caption>{props.caption}</caption>}
      <thead>
        <tr>
          {props.columns.map((name) => (
            <th key={name} scope="col" class={props.numbers?.includes(name) === true ? "number" : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  </div>
)

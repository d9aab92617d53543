import { visible } from "@inlay/ui/text/visible"

import type { Delivery } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { Identifier } from "../shared/Identifier.tsx"
import { Table } from "../shared/Table.tsx"
import { Time } from "../shared/Time.tsx"
import { deliveries as words } from "./words.ts"

const { columns } = words

const TONES: Readonly<Record<Delivery["state"], string>> = {
  pending: "warning",
  delivered: "good",
  dead: "danger",
  skipped: ""
}

export const StateMark = ({ state }: Pick<Delivery, "state">) => (
  <span class={`mark ${TONES[state]}`}>{words.states[state] ?? state}</span>
)

/** @param names subscription names by id */
export const DeliveryTable = (props: {
  readonly deliveries: ReadonlyArray<Delivery>
  readonly names: ReadonlyMap<string, string>
}) => (
  <Table isStacking label={words.table} columns={Object.values(columns)} numbers={[columns.attempts]}>
    {props.deliveries.map((one) => (
      <tr key={one.id}>
        <td data-label={columns.at}>
          <Time at={one.createdAt} />
        </td>
        <th scope="row" data-label={columns.trigger}>
          <a href={linkTo("deliveries", one.id)}>
            <Identifier text={one.trigger} />
          </a>
        </th>
        <td data-label={columns.subscription}>
          <bdi>{visible(props.names.get(one.subscription) ?? "–")}</bdi>
        </td>
        <td data-label={columns.attempts} class="number">
          {one.attempts}
        </td>
        <td data-label={columns.state}>
          <StateMark state={one.state} />
        </td>
        <td data-label={columns.why} class="long">
          {one.why !== null && visible(one.why)}
        </td>
      </tr>
    ))}
  </Table>
)

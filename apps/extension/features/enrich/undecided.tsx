/** An earlier lookup of the subject got no answer: what it came to is said here, or it is asked again. */
import { charges } from "../../locales/en/charges.ts"
import type { Preview } from "../../messaging/contract.ts"
import { moment } from "../../ui/age.ts"
import { ChargeActions } from "../charges/actions.tsx"
import { SubjectFrame } from "./frame.tsx"

export const Undecided = (
  props: Omit<Extract<Preview, { readonly state: "undecided" }>, "state"> & {
    readonly onSettings: () => void
    readonly onAskAgain: () => void
    readonly onSettle: (id: string, credits: number) => void
  }
) => (
  <SubjectFrame subject={props.subject} onSettings={props.onSettings}>
    <main class="body">
      <div class="stack">
        <h2>{charges.lost}</h2>
        <p>{charges.lostText(moment(props.since), charges.upTo(props.charges[0]?.upTo ?? props.price.upTo))}</p>
      </div>
      <div class="stack end">
        {props.charges.map((charge, n) => (
          <ChargeActions
            key={charge.id}
            charge={charge}
            onSettle={(credits) => props.onSettle(charge.id, credits)}
            // One question for the lookup, however many requests stand in its way.
            onAskAgain={n === 0 ? props.onAskAgain : undefined}
          />
        ))}
      </div>
    </main>
  </SubjectFrame>
)

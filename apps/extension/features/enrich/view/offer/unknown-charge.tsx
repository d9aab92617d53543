/** Shown if an earlier lookup of the subject was lost: the user settles its charge, or asks again. */
import { charges } from "../../../../locales/charges.ts"
import { moment } from "../../../../ui/text/moment.ts"
import { ChargeActions } from "../../../charges/view/actions.tsx"
import type { Preview } from "../../requests.ts"
import { SubjectFrame, type PaidShell } from "../parts/frame.tsx"

export const UnknownCharge = (
  props: Omit<Extract<Preview, { readonly state: "unknownCharge" }>, "state"> & {
    readonly shell: PaidShell
    readonly onAskAgain: () => void
    readonly onSettle: (id: string, credits: number) => void
  }
) => (
  <SubjectFrame subject={props.subject} shell={props.shell} focusTitle>
    <div class="body">
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
            // The lookup is asked again once, however many requests block it.
            onAskAgain={n === 0 ? props.onAskAgain : undefined}
          />
        ))}
      </div>
    </div>
  </SubjectFrame>
)

/**
 * Shown if the subject was bought before and its answer is not saved. Asking again costs again, and needs a second
 * click.
 */
import { Button } from "@inlay/ui/Button"
import { Confirm } from "@inlay/ui/Confirm"
import { useState } from "preact/hooks"

import { charges } from "../../../../locales/charges.ts"
import { credits } from "../../../../locales/popup.ts"
import { moment } from "../../../../ui/text/moment.ts"
import type { Preview } from "../../requests.ts"
import { SubjectFrame, type PaidShell } from "../parts/frame.tsx"

export const Uncached = (
  props: Omit<Extract<Preview, { readonly state: "uncached" }>, "state"> & {
    readonly shell: PaidShell
    readonly onAskAgain: () => void
  }
) => {
  const { subject, price, since, charged, why } = props
  const [sure, setSure] = useState(false)
  const cost = charged === null ? charges.unknownCost : credits(charged)
  return (
    <SubjectFrame subject={subject} shell={props.shell} focusTitle>
      <div class="body">
        <div class="stack">
          <h2>{charges.notSaved}</h2>
          <p>{charges.notSavedText(moment(since), cost, why)}</p>
        </div>
        {sure ? (
          <Confirm
            question={charges.buyAgainSure(charges.upTo(price.upTo))}
            yes={charges.askAgainYes}
            no={charges.cancel}
            onYes={props.onAskAgain}
            onNo={() => setSure(false)}
          />
        ) : (
          <div class="actions">
            <Button onClick={() => setSure(true)}>{charges.buyAgain}</Button>
          </div>
        )}
      </div>
    </SubjectFrame>
  )
}

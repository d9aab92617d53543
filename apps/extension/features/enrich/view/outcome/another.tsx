/**
 * Shown for an answer about somebody else: never under the requested name, and under its own name only after a click.
 */
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"
import { useState } from "preact/hooks"

import { money } from "../../../../locales/popup.ts"
import { another as words, recordText } from "../../../../locales/result.ts"
import { titleIn } from "../../../../ui/text/card-in.ts"
import { age } from "../../../../ui/text/moment.ts"
import { nameOf } from "../../../../ui/text/name.ts"
import type { Tab } from "../../../section.ts"
import type { Offer, Outcome } from "../../requests.ts"
import { SubjectFrame, type PaidShell } from "../parts/frame.tsx"
import { Result } from "./result.tsx"

export const Another = (props: {
  readonly outcome: Extract<Outcome, { readonly state: "another" }>
  readonly offer: Offer
  readonly tab: Tab
  readonly now: number
  readonly shell: PaidShell
}) => {
  const { outcome, offer, tab, now, shell } = props
  const { subject, card, charged } = outcome
  const title = titleIn(card.title, recordText)
  const [isShown, setShown] = useState(false)
  if (isShown) {
    return <Result outcome={{ ...outcome, state: "match", inPage: "another" }} {...{ offer, tab, now, shell }} />
  }
  return (
    <SubjectFrame subject={subject} shell={shell} focusTitle>
      <div class="body">
        <div class="stack" role="alert">
          <h2>{words.title}</h2>
          <p>{words.text(visible([title, card.subtitle].filter((part) => part !== "").join(", ")), nameOf(subject))}</p>
        </div>
        <p class="quiet">{words.cost(money.charged(charged), age(card.fetchedAt, now))}</p>
        <div class="stack end">
          <Button wide onClick={() => setShown(true)}>
            {words.show}
          </Button>
        </div>
      </div>
    </SubjectFrame>
  )
}

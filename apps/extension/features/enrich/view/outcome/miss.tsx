/** Shown if the provider has no record of the subject: what it cost, and whom to try next. */
import { Button } from "@inlay/ui/Button"

import { miss as words } from "../../../../locales/offer.ts"
import { money } from "../../../../locales/popup.ts"
import type { Subject } from "../../../../messaging/subject.ts"
import { age } from "../../../../ui/text/moment.ts"
import type { Outcome } from "../../requests.ts"
import { SubjectFrame, type PaidShell } from "../parts/frame.tsx"

export const Miss = (props: {
  readonly shell: PaidShell
  readonly subject: Subject
  readonly fetchedAt: string
  /** `undefined` if the miss was known before this click. */
  readonly charged: Extract<Outcome, { readonly state: "noMatch" }>["charged"] | undefined
  readonly now: number
}) => (
  <SubjectFrame subject={props.subject} shell={props.shell} focusTitle>
    <div class="body">
      <div class="stack" role="status">
        <h2>{words.title}</h2>
        <p class="quiet">
          {props.charged === undefined
            ? words.saved(age(props.fetchedAt, props.now))
            : words.fresh(money.charged(props.charged))}
        </p>
      </div>
      <p>{props.subject.kind === "person" ? words.nextPerson : words.nextCompany}</p>
      {props.charged === undefined && (
        <p class="small">
          <Button look="bare" onClick={props.shell.onSettings}>
            {words.keep}
          </Button>
        </p>
      )}
    </div>
  </SubjectFrame>
)

/** Shown on a web application: says so, and offers its company without emphasis. */
import { Button } from "@inlay/ui/Button"
import { Notice } from "@inlay/ui/Notice"

import { capReached } from "../../../../locales/cap.ts"
import { inApplication, application as words } from "../../../../locales/offer.ts"
import { popup } from "../../../../locales/popup.ts"
import type { Subject } from "../../../../messaging/subject.ts"
import type { Application, Price } from "../../requests.ts"
import { overCap } from "../../subject/price.ts"
import { Cost } from "../parts/cost.tsx"
import { Frame, type PaidShell } from "../parts/frame.tsx"

export const InApplication = (props: {
  readonly application: Application
  readonly subject: Subject
  readonly price: Price
  /** Whether its company is saved, so that looking again is free. */
  readonly saved: boolean
  readonly onLook: () => void
  readonly shell: PaidShell
}) => {
  const { subject, price, saved } = props
  const cap = saved || !overCap(price) ? null : price.cap
  return (
    <Frame title={subject.name} subtitle={words[props.application]} focusTitle shell={props.shell}>
      <div class="body">
        <p>{inApplication.text}</p>
        <div class="stack end">
          {!saved && <Cost price={price} />}
          {cap === null ? (
            <Button wide onClick={props.onLook}>
              {saved ? inApplication.showSaved(subject.name) : inApplication.lookUp(subject.name)}
            </Button>
          ) : (
            <>
              <Notice tone="warning">{capReached(cap)}</Notice>
              <Button wide onClick={props.shell.onSettings}>
                {popup.raiseCap}
              </Button>
            </>
          )}
          {!saved && <p class="small quiet">{popup.nothingSent}</p>}
        </div>
      </div>
    </Frame>
  )
}

/** Explains why there are no figures, or none newer: a sentence, and the step that fixes it. */
import { Button } from "@inlay/ui/Button"
import { Notice } from "@inlay/ui/Notice"
import { visible } from "@inlay/ui/text/visible"

import { site as words } from "../../../locales/site.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { mend } from "../../../ui/mend.ts"
import { moment } from "../../../ui/text/moment.ts"
import { nextStep } from "../../../ui/text/next-step.ts"
import { ownTitle } from "../../../ui/text/problem.ts"

export const Failed = (props: {
  readonly error: Failure
  readonly onAgain: () => void
  readonly onSettings: () => void
  /** When the figures were read that are still shown. */
  readonly readAtMillis?: number | undefined
}) => {
  const { readAtMillis } = props
  const { title, text, waitSeconds } = nextStep(props.error, navigator.onLine)
  const { label, act } = mend(props.error, props.onAgain, props.onSettings)
  const { reason, resetsAt, own } = props.error
  const isHubGone = own?.is === "hub" && own.why === "gone"
  const isQuota = reason === "QuotaExhausted"
  // Its button does not count down.
  const fullAt = waitSeconds > 0 ? new Date(Date.now() + waitSeconds * 1000).toISOString() : isQuota && resetsAt
  const sentences = [
    // Offline, the title does not name the hub.
    ...(isHubGone ? [`${ownTitle(props.error)}.`, words.startHub] : isQuota ? [] : text),
    ...(fullAt ? [words.resets(moment(fullAt))] : []),
    ...(readAtMillis === undefined ? [] : [words.outdated(moment(new Date(readAtMillis).toISOString()))])
  ]
  return (
    <div class="site-failed">
      <Notice tone="warning" announce>
        {visible([...new Set([`${isQuota ? words.quotaUsedUp : title}.`, ...sentences])].join(" "))}
      </Notice>
      <div class="actions">
        <Button onClick={act}>{label}</Button>
      </div>
    </div>
  )
}

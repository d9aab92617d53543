/** Explains why something cannot be shown: one sentence, and one button that can fix it. */
import { Button } from "@inlay/ui/Button"

import { failure } from "../../../locales/failure.ts"
import { repository as words } from "../../../locales/repository.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { mend } from "../../../ui/mend.ts"
import { problemText } from "../../../ui/text/problem.ts"

export const sentenceOf = (error: Failure): string => {
  const text = problemText(error)
  return [
    text,
    error.needs === undefined || text.includes(error.needs) ? "" : words.needed(error.needs),
    error.retryAfterSeconds === undefined || error.remedy?.to === "retry"
      ? ""
      : words.retryIn(words.seconds(error.retryAfterSeconds))
  ]
    .filter((sentence) => sentence !== "")
    .join(" ")
}

/** Whether the service does not show the repository to the account: it is private, or it does not exist. */
export const isInvisible = ({ reason, remedy }: Failure): boolean =>
  reason === "NotFound" && remedy?.to === "checkNames"

export const Invisible = (props: {
  readonly account: string
  readonly error: Failure
  readonly onSettings: () => void
}) => {
  const { account, error, onSettings } = props
  const needed = error.remedy?.to === "checkNames" ? error.remedy.hidden : undefined
  return (
    <div class="repo-problem" role="alert">
      <p class="small">
        {words.invisible(account)}
        {needed !== undefined && ` ${words.needed(needed)}`}
      </p>
      <Button onClick={onSettings}>{failure.openSettings}</Button>
    </div>
  )
}

export const Problem = (props: {
  readonly error: Failure
  readonly onRetry: () => void
  readonly onSettings: () => void
}) => {
  const { label, act } = mend(props.error, props.onRetry, props.onSettings)
  return (
    <div class="repo-problem" role="alert">
      <p class="small">{sentenceOf(props.error)}</p>
      <Button onClick={act}>{label}</Button>
    </div>
  )
}

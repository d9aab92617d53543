/** Why something cannot be shown: one sentence, and one button that mends it. */
import { repository as words } from "../../../locales/repository.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { problemText } from "../../../ui/text/problem.ts"

const isOfSettings = ({ reason, guard }: Failure): boolean =>
  reason === "Unauthorized" || reason === "Forbidden" || (reason === "Refused" && guard !== "ledger")

export const sentenceOf = (error: Failure): string =>
  [
    problemText(error),
    error.needs === undefined || error.remedy?.to === "grant" ? "" : words.needed(error.needs),
    error.retryAfterSeconds === undefined || error.remedy?.to === "retry"
      ? ""
      : words.retryIn(words.seconds(error.retryAfterSeconds))
  ]
    .filter((sentence) => sentence !== "")
    .join(" ")

export const Problem = (props: {
  readonly error: Failure
  readonly onRetry: () => void
  readonly onSettings: () => void
}) => (
  <div class="repo-problem" role="alert">
    <p class="small">{sentenceOf(props.error)}</p>
    {isOfSettings(props.error) ? (
      <button type="button" class="button" onClick={props.onSettings}>
        {words.opensSettings}
      </button>
    ) : (
      <button type="button" class="button" onClick={props.onRetry}>
        {words.again}
      </button>
    )}
  </div>
)

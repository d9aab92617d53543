/** One section of the repository: its heading, and below it the content, a loading state, or why it cannot be shown. */
import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"

import { repository as words } from "../../../../locales/repository.ts"
import type { Failure } from "../../../../messaging/failure.ts"
import type { ReloadableAnswer } from "../answer.ts"
import { Problem } from "../problem.tsx"

export const Part = <A,>(props: {
  readonly title: string
  readonly side?: ComponentChildren
  readonly of: ReloadableAnswer<A>
  /** Failures that are reported elsewhere. */
  readonly isTold: (error: Failure) => boolean
  readonly onSettings: () => void
  readonly children: (value: A) => ComponentChildren
}) => {
  const { title, side, of, isTold, onSettings, children } = props
  const { answer, reload } = of
  const id = useId()
  const error = answer.at === "loading" ? undefined : answer.error
  const isUntold = error !== undefined && !isTold(error)
  if (answer.at === "failed" && !isUntold) return null
  return (
    <section class="repo-part" aria-labelledby={id} aria-busy={answer.at === "loading"}>
      <div class="repo-head">
        <h2 class="section-title" id={id}>
          {title}
        </h2>
        {side}
      </div>
      {isUntold && <Problem error={error} onRetry={reload} onSettings={onSettings} />}
      {answer.at === "loading" && (
        <p class="repo-wait">
          <span class="unseen">{words.loading}</span>
        </p>
      )}
      {answer.at === "here" && children(answer.value)}
    </section>
  )
}

/** One section of the repository: its heading, and below it the content, a loading state, or why it cannot be shown. */
import type { ComponentChildren } from "preact"
import { useId } from "preact/hooks"

import { repository as words } from "../../../../locales/repository.ts"
import type { Failure } from "../../../../messaging/failure.ts"
import type { Answer } from "../answer.ts"
import { Problem } from "../problem.tsx"

export const Part = <A,>(props: {
  readonly title: string
  readonly side?: ComponentChildren
  readonly of: Answer<A>
  /** Failures that are reported elsewhere. */
  readonly isTold: (error: Failure) => boolean
  readonly onSettings: () => void
  readonly children: (value: A) => ComponentChildren
}) => {
  const { title, side, of, isTold, onSettings, children } = props
  const { output, error, isLoading, failure, reload } = of
  const id = useId()
  const isUntold = error !== undefined && !isTold(error)
  if (failure !== undefined && !isUntold) return null
  return (
    <section class="repo-part" aria-labelledby={id} aria-busy={isLoading}>
      <div class="repo-head">
        <h2 class="section-title" id={id}>
          {title}
        </h2>
        {side}
      </div>
      {isUntold && <Problem error={error} onRetry={reload} onSettings={onSettings} />}
      {isLoading && (
        <p class="repo-wait">
          <span class="unseen">{words.loading}</span>
        </p>
      )}
      {output !== undefined && children(output)}
    </section>
  )
}

/** A failure on a page of settings: a sentence, and the button that mends it, unless it only leads to the settings. */
import { Button } from "@inlay/ui/Button"
import { Notice } from "@inlay/ui/Notice"

import type { Failure } from "../messaging/failure.ts"
import { restart } from "./restart.ts"
import { nextStep } from "./text/next-step.ts"
import { problemText } from "./text/problem.ts"

export const PageProblem = (props: { readonly error: Failure; readonly onRetry: () => void }) => {
  const { label, does } = nextStep(props.error, navigator.onLine)
  return (
    <Notice tone="warning" announce>
      {problemText(props.error)}{" "}
      {does !== "options" && (
        <Button look="bare" onClick={does === "restart" ? restart : props.onRetry}>
          {label}
        </Button>
      )}
    </Notice>
  )
}

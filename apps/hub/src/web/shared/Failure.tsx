/** An error, if there is one: one sentence, how to fix it, and one button for that. */
import { Button } from "@inlay/ui/Button"
import type { ComponentChildren } from "preact"

import type { RequestError } from "../api/types.ts"
import { failures as words } from "../words.ts"
import { TextWithCode } from "./TextWithCode.tsx"

const fixFor = (remedy: unknown): string | undefined => {
  const to = typeof remedy === "object" && remedy !== null && "to" in remedy ? remedy.to : undefined
  return to === "settleCharge" || to === "buyAgain" || to === "agreeToPrice" ? words.fixes[to] : undefined
}

export const Failure = (props: {
  readonly error: RequestError | undefined
  readonly onRetry?: () => void
  /** Replaces the button that tries again. */
  readonly children?: ComponentChildren
}) => {
  const { error } = props
  if (error === undefined) return null
  const ownFix = fixFor(error.remedy)
  const { message, fix } = ownFix === undefined ? error : { message: error.what ?? error.message, fix: ownFix }
  return (
    <div class="notice danger failure" role="alert">
      <p>
        <strong>
          <TextWithCode text={message} />
        </strong>
        {fix !== undefined && !message.includes(fix) && (
          <span class="problem-text">
            <TextWithCode text={fix} />
          </span>
        )}
      </p>
      {props.children ?? (props.onRetry !== undefined && <Button onClick={props.onRetry}>{words.again}</Button>)}
    </div>
  )
}

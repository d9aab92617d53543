import { useLayoutEffect, useRef } from "preact/hooks"

import { Button } from "./Button.tsx"
import { useReturnFocus } from "./return-focus.ts"

/**
 * Asks for confirmation of an action that cannot be undone. The button that cancels has the focus, which returns to
 * where it was afterwards. Escape cancels too.
 */
export const Confirm = (props: {
  readonly question: string
  readonly yes: string
  readonly no: string
  /** The look of the button that confirms: `danger` unless nothing is deleted, spent or revoked. */
  readonly look?: "primary" | "danger"
  readonly onYes: () => void
  readonly onNo: () => void
}) => {
  useReturnFocus()
  const out = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => out.current?.focus(), [])
  return (
    <div
      class="confirm notice warning"
      role="group"
      aria-label={props.question}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return
        // Which would close a popup.
        event.preventDefault()
        props.onNo()
      }}
    >
      <p>{props.question}</p>
      <div class="actions">
        <Button buttonRef={out} onClick={props.onNo}>
          {props.no}
        </Button>
        <Button look={props.look ?? "danger"} onClick={props.onYes}>
          {props.yes}
        </Button>
      </div>
    </div>
  )
}

/** A form whose fields say themselves what is wrong with them. Each attempt to send it focuses the first wrong one. */
import type { ComponentChildren } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"

import type { RequestError } from "../api/types.ts"

/** Unfolds every wrong field, as it would neither be seen nor take the focus. */
const focusFirstWrong = (form: HTMLFormElement | null): void => {
  const fields = form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? []
  for (const field of fields) field.closest("details")?.setAttribute("open", "")
  fields[0]?.focus()
}

export const Form = (props: {
  readonly class: string
  readonly label?: string
  /** What has the focus when the form appears, as a selector. */
  readonly focus?: string | undefined
  /** The hub's refusal, which may name fields. */
  readonly error: RequestError | undefined
  readonly onSubmit: () => void
  readonly children: ComponentChildren
}) => {
  const form = useRef<HTMLFormElement>(null)
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    if (props.focus !== undefined) form.current?.querySelector<HTMLElement>(props.focus)?.focus()
  }, [])
  // Typing does not move the focus.
  useEffect(() => focusFirstWrong(form.current), [attempts, props.error])
  return (
    <form
      ref={form}
      class={props.class}
      noValidate
      aria-label={props.label}
      onSubmit={(event) => {
        event.preventDefault()
        setAttempts(attempts + 1)
        props.onSubmit()
      }}
    >
      {props.children}
    </form>
  )
}

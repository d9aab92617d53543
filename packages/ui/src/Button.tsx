import type { ComponentChildren, Ref } from "preact"

import { Spinner } from "./Spinner.tsx"

// An Enter key that is held down clicks a button, or submits a field's form, again and again: what the first time put in
// its place, or a search that costs. In a text area it adds lines.
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault()
})

export interface ButtonProps {
  readonly children: ComponentChildren
  readonly onClick?: () => void
  readonly look?: "primary" | "danger" | "bare"
  readonly wide?: boolean
  readonly type?: "button" | "submit"
  /** Currently not available. The button keeps its focus and its place, so that nothing jumps. */
  readonly idle?: boolean
  /** In progress: idle, with a spinner. */
  readonly busy?: boolean
  /** The accessible name, if the visible text is too short to be one. It begins with the visible text. */
  readonly label?: string
  /** What is read after the name, if the button may have the focus before anything around it was read. */
  readonly description?: string
  readonly buttonRef?: Ref<HTMLButtonElement>
}

export const Button = ({
  children,
  onClick,
  look,
  wide,
  type = "button",
  idle,
  busy,
  label,
  description,
  buttonRef
}: ButtonProps) => {
  const off = idle === true || busy === true
  return (
    <button
      ref={buttonRef ?? null}
      type={type}
      class={`button ${look ?? ""} ${wide === true ? "wide" : ""} ${busy === true ? "busy" : ""}`}
      aria-label={label}
      aria-description={description}
      aria-disabled={off ? "true" : undefined}
      // The second click of a double click may hit a button that the first one has uncovered or put there.
      onClick={(event) => (off || event.detail > 1 ? event.preventDefault() : onClick?.())}
    >
      {busy === true && <Spinner />}
      {children}
    </button>
  )
}

import type { ComponentChildren, Ref } from "preact"

import { Spinner } from "./Spinner.tsx"

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
  buttonRef
}: ButtonProps) => {
  const off = idle === true || busy === true
  return (
    <button
      ref={buttonRef ?? null}
      type={type}
      class={`button ${look ?? ""} ${wide === true ? "wide" : ""} ${busy === true ? "busy" : ""}`}
      aria-label={label}
      aria-disabled={off ? "true" : undefined}
      // The second click of a double click may hit a button that the first one has uncovered or put there.
      onClick={(event) => (off || event.detail > 1 ? event.preventDefault() : onClick?.())}
      // As little may an Enter key that is held down, which clicks again and again.
      onKeyDown={(event) => event.repeat && event.key === "Enter" && event.preventDefault()}
    >
      {busy === true && <Spinner />}
      {children}
    </button>
  )
}

import type { ComponentChildren, Ref } from "preact"

import { Spinner } from "./Spinner.tsx"

export interface ButtonProps {
  readonly children: ComponentChildren
  readonly onClick?: () => void
  readonly look?: "primary" | "danger" | "bare"
  readonly wide?: boolean
  readonly type?: "button" | "submit"
  /** Not possible right now. The button keeps its focus and its place, so that nothing jumps. */
  readonly idle?: boolean
  /** At work: idle, with a spinner. */
  readonly busy?: boolean
  /** Said in place of what it shows, where that is short of a name; begins with what it shows. */
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
      onClick={(event) => (off ? event.preventDefault() : onClick?.())}
    >
      {busy === true && <Spinner />}
      {children}
    </button>
  )
}

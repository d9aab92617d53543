import { Button } from "@inlay/ui/Button"
import { useLayoutEffect, useRef } from "preact/hooks"

import type { Shell } from "../../../../ui/shell.ts"

/**
 * The button that goes on from here. It has the focus as soon as it stands at the top of the popup, so that Enter works;
 * below another part it takes none, and is a button among others. In the panel it takes none either.
 */
export const First = ({ shell, ...props }: Parameters<typeof Button>[0] & { readonly shell: Shell }) => {
  const button = useRef<HTMLButtonElement>(null)
  const isFirst = shell.place === "first"
  useLayoutEffect(
    () => (isFirst && shell.isBeside !== true ? button.current?.focus({ preventScroll: true }) : undefined),
    []
  )
  return <Button {...props} {...(isFirst && { look: "primary" })} wide buttonRef={button} />
}

import { Button } from "@inlay/ui/Button"
import { useLayoutEffect, useRef } from "preact/hooks"

import type { Shell } from "../../../../ui/shell.ts"

/**
 * The button that goes on from here. It has the focus as soon as it stands at the top of the popup, so that Enter works;
 * below another part, and in the panel, it takes none.
 */
export const First = ({ shell, ...props }: Parameters<typeof Button>[0] & { readonly shell: Shell }) => {
  const button = useRef<HTMLButtonElement>(null)
  const takesFocus = shell.place === "first" && shell.isBeside !== true
  useLayoutEffect(() => (takesFocus ? button.current?.focus({ preventScroll: true }) : undefined), [])
  return <Button {...props} look="primary" wide buttonRef={button} />
}

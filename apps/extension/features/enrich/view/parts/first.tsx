import { Button } from "@inlay/ui/Button"
import { useLayoutEffect, useRef } from "preact/hooks"

import type { Shell } from "../../../../ui/shell.ts"

/**
 * The button for the next step. It takes the focus if it is at the top of the popup, so that Enter works. Below another
 * part, and in the panel, it does not.
 */
export const First = ({ shell, ...props }: Parameters<typeof Button>[0] & { readonly shell: Shell }) => {
  const button = useRef<HTMLButtonElement>(null)
  const { isFirst, isBeside } = shell
  useLayoutEffect(() => (isFirst && isBeside !== true ? button.current?.focus({ preventScroll: true }) : undefined), [])
  return <Button {...props} {...(isFirst && { look: "primary" })} wide buttonRef={button} />
}

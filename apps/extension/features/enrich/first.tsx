import { useLayoutEffect, useRef } from "preact/hooks"

import { Button } from "../../ui/Button.tsx"

/** A button that has the focus as soon as it stands there, so that Enter works. */
export const First = (props: Parameters<typeof Button>[0]) => {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => button.current?.focus({ preventScroll: true }), [])
  return <Button {...props} look="primary" wide buttonRef={button} />
}

/** Fields that are folded until their user, or a problem of one of them, unfolds them. */
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"

export const FoldedFields = (props: {
  readonly title: string
  readonly hasProblem: boolean
  readonly children: ComponentChildren
}) => {
  const { title, hasProblem, children } = props
  const element = useRef<HTMLDetailsElement>(null)
  // As an attribute it would fold them again over the field that is being corrected.
  useLayoutEffect(() => (hasProblem ? element.current?.setAttribute("open", "") : undefined), [hasProblem])
  return (
    <details ref={element}>
      <summary>{title}</summary>
      <div class="fields">{children}</div>
    </details>
  )
}

import type { CardTone } from "@inlay/agent-plugin/Card"
import type { ComponentChildren } from "preact"

/** A highlighted notice. Set `announce` if it appears in response to a user action. */
export const Notice = (props: {
  readonly tone: CardTone
  readonly announce?: boolean
  readonly children: ComponentChildren
}) => (
  <div class={`notice ${props.tone}`} role={props.announce === true ? "alert" : undefined}>
    {props.children}
  </div>
)

/** Says what went wrong, if anything did. */
export const ProblemNotice = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? null : (
    <Notice tone="danger" announce>
      {text}
    </Notice>
  )

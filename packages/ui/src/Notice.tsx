import type { CardTone } from "@inlay/agent-plugin/Card"
import type { ComponentChildren } from "preact"

/** A remark that stands out; `announce` for one that appears because of something the user did. */
export const Notice = (props: {
  readonly tone: CardTone
  readonly announce?: boolean
  readonly children: ComponentChildren
}) => (
  <div class={`notice ${props.tone}`} role={props.announce === true ? "alert" : undefined}>
    {props.children}
  </div>
)

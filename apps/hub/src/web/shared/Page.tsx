import type { ComponentChildren } from "preact"

import { Identifier } from "./Identifier.tsx"

/** A view: its title, its actions and its content. */
export const Page = (props: {
  readonly title: string
  readonly lead?: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}) => (
  <div class="page">
    <div class="page-head">
      <div>
        <h1>
          <bdi>
            <Identifier text={props.title} />
          </bdi>
        </h1>
        {props.lead !== undefined && <p class="quiet">{props.lead}</p>}
      </div>
      {props.actions !== undefined && <div class="actions">{props.actions}</div>}
    </div>
    {props.children}
  </div>
)

/** An empty list, with what to do next. */
export const Empty = ({ text, children }: { readonly text: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <p>{text}</p>
    {children}
  </div>
)

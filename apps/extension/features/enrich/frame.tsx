/** The frame of every state: who is meant, at the same place, and the way to the settings. */
import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"

import { popup } from "../../locales/en/popup.ts"
import { kind } from "../../locales/en/shared.ts"
import type { Subject } from "../../messaging/contract.ts"
import { Icon, Mark, type IconName } from "../../ui/Icon.tsx"
import { nameOf } from "../../ui/name.ts"

export interface FrameProps {
  readonly icon?: IconName
  readonly title: string
  readonly subtitle?: string
  readonly hint?: string
  /** Takes the focus, when what had it is gone. */
  readonly focusTitle?: boolean
  readonly onSettings: () => void
  readonly children: ComponentChildren
}

export const Frame = (props: FrameProps) => {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (props.focusTitle === true) title.current?.focus({ preventScroll: true })
  }, [props.focusTitle, props.title])
  return (
    <div class="popup">
      <header class={`head ${props.subtitle === undefined ? "plain" : ""}`}>
        <span class={`tile ${props.icon === undefined ? "mark-tile" : ""}`}>
          {props.icon === undefined ? <Mark size={32} /> : <Icon name={props.icon} size={20} />}
        </span>
        <div>
          <h1 ref={title} tabIndex={-1}>
            {props.title}
          </h1>
          {props.subtitle !== undefined && (
            <p class="head-sub" title={props.hint}>
              {props.subtitle}
            </p>
          )}
        </div>
        <button
          type="button"
          class="icon-button"
          aria-label={popup.settings}
          title={popup.settings}
          onClick={props.onSettings}
        >
          <Icon name="settings" />
        </button>
      </header>
      {props.children}
    </div>
  )
}

/** Who is meant, before a provider has said anything: by the address alone. */
export const SubjectFrame = ({
  subject,
  ...props
}: Omit<FrameProps, "title" | "subtitle" | "icon"> & { readonly subject: Subject }) => (
  <Frame
    {...props}
    icon={subject.kind}
    title={nameOf(subject)}
    subtitle={nameOf(subject) === subject.name ? kind[subject.kind] : `${kind[subject.kind]} · ${subject.name}`}
  />
)

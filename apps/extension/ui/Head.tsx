/** The head of a popup section: its subject, and in the first section also the link to the settings. */
import { Icon, type IconName } from "@inlay/ui/Icon"
import type { ComponentChildren, Ref } from "preact"

import { popup } from "../locales/popup.ts"
import { breakable } from "./breakable.tsx"
import type { Shell } from "./shell.ts"

export interface HeadProps {
  readonly shell: Shell
  readonly title: string
  readonly subtitle?: string
  readonly hint?: string
  readonly titleRef?: Ref<HTMLHeadingElement>
  readonly children?: ComponentChildren
}

const Tool = (props: { readonly label: string; readonly icon: IconName; readonly onClick: () => void }) => (
  <button type="button" class="icon-button" aria-label={props.label} title={props.label} onClick={props.onClick}>
    <Icon name={props.icon} />
  </button>
)

export const Head = ({ shell, title, subtitle, hint, titleRef, children }: HeadProps) => {
  const Title = shell.isFirst ? "h1" : "h2"
  return (
    <header class="head">
      <div>
        <Title ref={titleRef ?? null} tabIndex={-1}>
          <bdi>{breakable(title)}</bdi>
        </Title>
        {subtitle !== undefined && (
          <p class="head-sub" title={hint}>
            <bdi>{subtitle}</bdi>
          </p>
        )}
        {children}
      </div>
      {shell.isFirst && (
        <div class="head-tools">
          {shell.onPanel !== undefined && <Tool label={popup.panel} icon="panel" onClick={shell.onPanel} />}
          <Tool label={popup.settings} icon="settings" onClick={shell.onSettings} />
        </div>
      )}
    </header>
  )
}

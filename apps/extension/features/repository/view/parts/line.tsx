/** One line of a list: what it is, what is known of it, and what can be done with it. */
import { visible } from "@inlay/ui/text/visible"
import type { ComponentChildren } from "preact"

import { repository as words } from "../../../../locales/repository.ts"

export type Tone = "good" | "warning" | "danger" | "quiet"

export interface LineProps {
  /** A picture of a character, which says nothing that the text does not. */
  readonly sign: string
  readonly tone?: Tone
  readonly title: string
  /** Of its page; the title is then the link. */
  readonly href?: string | undefined
  readonly about?: ComponentChildren
  readonly side?: ComponentChildren
  readonly isPlain?: boolean
}

export const Line = ({ sign, tone = "quiet", title, href, about, side, isPlain }: LineProps) => (
  <li class={`repo-line ${isPlain === true ? "plain" : ""}`}>
    <span class={`repo-sign ${tone}`} aria-hidden="true">
      {sign}
    </span>
    <span class="repo-what">
      {href === undefined ? (
        <bdi class="repo-title">{visible(title)}</bdi>
      ) : (
        <a class="repo-title" href={href} target="_blank" rel="noopener noreferrer">
          <bdi>{visible(title)}</bdi>
          <span class="unseen"> ({words.newTab})</span>
        </a>
      )}
      {about !== undefined && <span class="small quiet repo-about">{about}</span>}
    </span>
    {side !== undefined && <span class="repo-side small quiet">{side}</span>}
  </li>
)

/**
 * The address that a line opens: on the page's own origin alone, whatever a service writes; `undefined` for any other.
 * @param url whole, or a path below the repository's page
 */
export const linkOn = (page: string, url: string, repositoryUrl: string | undefined): string | undefined => {
  const base = repositoryUrl === undefined ? undefined : `${repositoryUrl.replace(/\/+$/, "")}/`
  if (!URL.canParse(url, base)) return undefined
  const target = new URL(url, base)
  const isSafe = target.protocol === "https:" || target.protocol === "http:"
  return isSafe && URL.canParse(page) && target.origin === new URL(page).origin ? target.href : undefined
}

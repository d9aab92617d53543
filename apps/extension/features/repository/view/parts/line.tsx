/** One line of a list: a title, details, and actions. */
import { visible } from "@inlay/ui/text/visible"
import type { ComponentChildren } from "preact"

import { repository as words } from "../../../../locales/repository.ts"
import type { RepositoryContext } from "../context.ts"

export type Tone = "good" | "warning" | "danger" | "quiet"

interface LineProps {
  /** One character as an icon, which adds nothing to the text. */
  readonly sign: string
  readonly tone?: Tone
  readonly title: string
  /** The address of its page, which makes the title a link. */
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
 * Returns the address that a line opens: only on the page's own origin, whatever the service writes; `undefined` for
 * any other.
 * @param url absolute, or a path below the repository's page
 */
export const linkOn = ({ page, facts }: Pick<RepositoryContext, "page" | "facts">, url: string): string | undefined => {
  const base = facts === undefined ? undefined : `${facts.url.replace(/\/+$/, "")}/`
  if (!URL.canParse(url, base)) return undefined
  const target = new URL(url, base)
  const isSafe = target.protocol === "https:" || target.protocol === "http:"
  return isSafe && URL.canParse(page) && target.origin === new URL(page).origin ? target.href : undefined
}

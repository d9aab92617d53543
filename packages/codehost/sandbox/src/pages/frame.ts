// The header that all pages of a repository share: name, counts and tabs.

import { type Html, html, type Piece } from "@inlay/sandbox-kit/html"

import { accountById } from "../accounts/accounts.ts"
import { fullName } from "../repositories/repositories.ts"
import { icon, type IconName } from "./icons.ts"
import type { Site } from "./site.ts"

export type Tab = "Code" | "Issues" | "Pull requests" | "Actions"

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 })

const count = (name: IconName, label: string, value: number): Html =>
  html`<span class="button"
    >${icon(name)}${label} <b data-count="${label.toLowerCase()}">${compact.format(value)}</b></span
  >`

const tabsOf = ({ openIssues, openPulls, root }: Site): ReadonlyArray<readonly [Tab, IconName, string, number]> => [
  ["Code", "repository", root, 0],
  ["Issues", "issue", `${root}/issues`, openIssues],
  ["Pull requests", "pull", `${root}/pulls`, openPulls],
  ["Actions", "play", `${root}/actions`, 0]
]

const tabLink = ([name, glyph, href, total]: readonly [Tab, IconName, string, number], tab: Tab): Html =>
  html`<a href="${href}" ${name === tab && html` aria-current="page"`}
    >${icon(glyph)}${name}${total > 0 && html`<b>${total}</b>`}</a
  >`

export const forksOf = ({ repository, world }: Site): number =>
  [...world.repositories.byId.values()].filter(({ parentId }) => parentId === repository.id).length

const forkedFrom = ({ repository, world }: Site): Piece => {
  const parent = world.repositories.byId.get(repository.parentId ?? 0)
  if (parent === undefined) return null
  const full = fullName(world, parent)
  return html`<p class="faint">forked from <a href="/repo/${full}">${full}</a></p>`
}

export const pageFrame = (site: Site, current: Tab, body: Piece): Html => {
  const { repository, root, world } = site
  const owner = accountById(world, repository.ownerId)
  return html`<div class="repohead">
      <div class="wide">
        <div class="titleline">
          <h1>
            ${icon("repository")}<a href="/repo/${owner.login}">${owner.login}</a><span class="faint">/</span
            ><a href="${root}"><strong>${repository.name}</strong></a>
            <span class="pill">${repository.private ? "Private" : "Public"}${repository.archived && " archive"}</span>
          </h1>
          <div class="counts">
            ${count("eye", "Watch", repository.watchers.size)}${count("fork", "Fork", forksOf(site))}${count("star", "Star", repository.stars.size)}
          </div>
        </div>
        ${forkedFrom(site)}
        <nav class="tabs" aria-label="Repository">${tabsOf(site).map((tab) => tabLink(tab, current))}</nav>
      </div>
    </div>
    <div class="wide columns">${body}</div>`
}

// Pages for issues and pull requests: the lists, and one thread with its comments.

import { type Html, html, type Piece } from "@inlay/sandbox-kit/html"

import { accountById } from "../accounts/accounts.ts"
import { type Issue, isPull } from "../issues/issues.ts"
import { pageFrame } from "./frame.ts"
import { icon } from "./icons.ts"
import { prose } from "./prose.ts"
import type { PageContent } from "./shell.ts"
import type { Site } from "./site.ts"
import { ago } from "./times.ts"

const perPage = 25

type State = "open" | "draft" | "merged" | "closed"

const stateOf = (issue: Issue): State => {
  if (isPull(issue) && issue.pull.mergedAt !== null) return "merged"
  return issue.state === "open" && issue.pull?.draft === true ? "draft" : issue.state
}

const mark = (issue: Issue): Html =>
  icon(isPull(issue) ? "pull" : issue.state === "open" ? "issue" : "done", stateOf(issue))

const capitalize = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

const loginOf = ({ world }: Site, id: number): string => accountById(world, id).login

const labelsOf = ({ labels }: Issue): Piece => labels.map(({ name }) => html`<span class="label">${name}</span>`)

const hrefOf = ({ root }: Site, issue: Issue): string => `${root}/${isPull(issue) ? "pull" : "issues"}/${issue.number}`

const row = (site: Site, issue: Issue): Html =>
  html`<li>
    ${mark(issue)}
    <span><a class="title" href="${hrefOf(site, issue)}">${issue.title}</a>${labelsOf(issue)}</span>
    <span class="faint">${issue.comments.length > 0 && html`${icon("comment")} ${issue.comments.length}`}</span>
    <span class="meta"
      >#${issue.number} opened ${ago(issue.createdAt, site.today)} by ${loginOf(site, issue.authorId)}</span
    >
  </li>`

const pager = (path: string, state: string, page: number, last: number): Piece => {
  if (last === 1) return null
  const link = (to: number, text: string): Html =>
    html`<a class="button" href="${path}?state=${state}&amp;page=${to}">${text}</a>`
  return html`<nav class="pager" aria-label="Pages">
    ${page > 1 && link(page - 1, "Newer")}${page < last && link(page + 1, "Older")}
  </nav>`
}

export const listPage = (site: Site, kind: "issues" | "pulls"): PageContent => {
  const state = site.query.get("state") === "closed" ? "closed" : "open"
  const all = site.tracker.issues.filter((issue) => isPull(issue) === (kind === "pulls"))
  const matches = all.filter((issue) => issue.state === state).toReversed()
  const last = Math.max(1, Math.ceil(matches.length / perPage))
  const page = Math.min(last, Math.max(1, Number.parseInt(site.query.get("page") ?? "1", 10) || 1))
  const path = `${site.root}/${kind}`
  const open = all.filter((issue) => issue.state === "open").length
  const name = kind === "issues" ? "Issues" : "Pull requests"
  const rows = matches.slice((page - 1) * perPage, page * perPage).map((issue) => row(site, issue))
  const filter = (target: string, total: number): Html =>
    html`<a href="${path}?state=${target}" ${target === state && html` aria-current="true"`}
      >${target === state ? html`<strong>${total} ${capitalize(target)}</strong>` : html`<span class="faint">${total} ${capitalize(target)}</span>`}</a
    >`
  return {
    title: `${name} · ${site.name}`,
    main: pageFrame(
      site,
      kind === "issues" ? "Issues" : "Pull requests",
      html`<div class="stack">
        <section class="card">
          <header>
            <nav class="refline" aria-label="State">${filter("open", open)}${filter("closed", all.length - open)}</nav>
          </header>
          ${
            rows.length > 0
              ? html`<ol class="list">
                  ${rows}
                </ol>`
              : html`<p class="empty faint">None are ${state}.</p>`
          }
        </section>
        ${pager(path, state, page, last)}
      </div>`
    )
  }
}

const comment = (site: Site, authorId: number, at: string, text: string | null): Html => {
  const login = loginOf(site, authorId)
  return html`<section class="card">
    <header>
      <span class="avatar small" aria-hidden="true">${login.slice(0, 1).toUpperCase()}</span><strong>${login}</strong
      ><span class="faint">${ago(at, site.today)}</span>
    </header>
    <div class="prose">
      ${text === null || text === "" ? html`<span class="faint">Nothing was written.</span>` : prose(text)}
    </div>
  </section>`
}

const branchesOf = (issue: Issue): Piece =>
  isPull(issue) && html`<span><code>${issue.pull.headRef}</code> into <code>${issue.pull.baseRef}</code></span>`

const sideOf = (site: Site, issue: Issue): Html => {
  const people = issue.assigneeIds.map((id) => html`<li>${loginOf(site, id)}</li>`)
  return html`<aside>
    <section>
      <h2>Assignees</h2>
      <ul class="facts">
        ${people.length > 0 ? people : html`<li>Nobody yet</li>`}
      </ul>
    </section>
    <section>
      <h2>Labels</h2>
      <p>${issue.labels.length > 0 ? labelsOf(issue) : html`<span class="faint">None yet</span>`}</p>
    </section>
    <section>
      <h2>Milestone</h2>
      <p class="faint">${issue.milestone?.title ?? "No milestone"}</p>
    </section>
  </aside>`
}

/** Returns undefined if the number does not exist. A pull request is shown as one under both URLs. */
export const threadPage = (site: Site, number: string): PageContent | undefined => {
  const issue = /^\d{1,9}$/.test(number) ? site.tracker.find(Number(number)) : undefined
  if (issue === undefined) return undefined
  const state = stateOf(issue)
  const head = html`<div class="threadhead">
    <h1>${issue.title} <span class="faint">#${issue.number}</span></h1>
    <p>
      <span class="state ${state}">${mark(issue)}${capitalize(state)}</span
      ><span class="faint">${loginOf(site, issue.authorId)} opened it ${ago(issue.createdAt, site.today)}</span
      >${branchesOf(issue)}
    </p>
  </div>`
  const comments = issue.comments.map(({ authorId, body, createdAt }) => comment(site, authorId, createdAt, body))
  return {
    title: `${issue.title} · ${isPull(issue) ? "Pull request" : "Issue"} #${issue.number} · ${site.name}`,
    canonical: hrefOf(site, issue),
    main: pageFrame(
      site,
      isPull(issue) ? "Pull requests" : "Issues",
      html`<div class="stack">${head}${comment(site, issue.authorId, issue.createdAt, issue.body)}${comments}</div>
        ${sideOf(site, issue)}`
    )
  }
}

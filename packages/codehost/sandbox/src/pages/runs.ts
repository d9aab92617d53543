// The page with a repository's newest workflow runs.

import { type Html, html } from "@inlay/sandbox-kit/html"

import { runsOf } from "../actions/actions.ts"
import { phaseOf } from "../actions/runs.ts"
import { isoSeconds } from "../frame/clock.ts"
import { pageFrame } from "./frame.ts"
import { icon } from "./icons.ts"
import type { PageContent } from "./shell.ts"
import type { Site } from "./site.ts"
import { ago } from "./times.ts"

const mostShown = 25

/** `now` determines the phase of runs, in Unix milliseconds. */
export const runsPage = (site: Site, now: number): PageContent => {
  const runs = runsOf(site.world.actions, site.repository.id)
  const rows = runs.slice(0, mostShown).map((run): Html => {
    const { conclusion, status } = phaseOf(run, now)
    const mark =
      conclusion === "success" ? icon("done", "open") : icon("play", conclusion === null ? "draft" : "closed")
    return html`<li>
      ${mark}<span class="title">${run.title}</span><span class="faint">${conclusion ?? status}</span>
      <span class="meta"
        >${run.workflow.name} #${run.number} · ${run.event} on ${run.branch} ·
        ${ago(isoSeconds(run.createdAtMillis), site.today)}</span
      >
    </li>`
  })
  return {
    title: `Workflow runs · ${site.name}`,
    main: pageFrame(
      site,
      "Actions",
      html`<section class="card">
        <header><h2>${runs.length} workflow runs</h2></header>
        ${
          rows.length > 0
            ? html`<ol class="list">
                ${rows}
              </ol>`
            : html`<p class="empty faint">No workflow has run yet.</p>`
        }
      </section>`
    )
  }
}

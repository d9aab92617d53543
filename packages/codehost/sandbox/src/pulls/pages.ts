// What routes of pull requests begin with: the page that records are written for, and the pull request of the path.

import type { Context } from "../frame/context.ts"
import { openPageOf, pageOf, sortingPageOf } from "../issues/acts.ts"
import type { PullIssue } from "../issues/data.ts"
import { pullOf } from "./finding.ts"
import type { PullPage } from "./records.ts"

export interface OnPull {
  readonly page: PullPage
  readonly issue: PullIssue
}

export const pullPageOf = (context: Context): PullPage => ({ ...pageOf(context), viewer: context.viewer })

export const reading = (context: Context): OnPull => {
  const page = pullPageOf(context)
  return { page, issue: pullOf(context, page) }
}

/** For what everybody may do who may read it. */
export const writing = (context: Context): OnPull => {
  const target = reading(context)
  openPageOf(context)
  return target
}

/** For what its author may do, and those who sort issues. */
export const changing = (context: Context): OnPull => {
  const target = reading(context)
  sortingPageOf(context, target.issue.authorId)
  return target
}

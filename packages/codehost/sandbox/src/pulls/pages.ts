// Helpers for pull request routes: find the pull request in the path and check access.

import type { Context } from "../frame/context.ts"
import { openPageOf, pageOf, sortingPageOf } from "../issues/acts.ts"
import type { PullIssue } from "../issues/issues.ts"
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

/** For actions that everyone with read access may do. */
export const writing = (context: Context): OnPull => {
  const target = reading(context)
  openPageOf(context)
  return target
}

/** For actions of the author and of callers with the triage role. */
export const changing = (context: Context): OnPull => {
  const target = reading(context)
  sortingPageOf(context, target.issue.authorId)
  return target
}

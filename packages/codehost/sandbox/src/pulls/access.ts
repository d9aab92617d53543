// Finds the pull request in a path and checks what the caller may do with it.

import type { Context } from "../frame/context.ts"
import { openPageOf, pageOf, sortingPageOf } from "../issues/access.ts"
import type { PullIssue } from "../issues/issues.ts"
import { pullOf } from "./finding.ts"
import type { PullPage } from "./records.ts"

export interface OnPull {
  readonly page: PullPage
  readonly issue: PullIssue
}

export const pullPageOf = (context: Context): PullPage => ({ ...pageOf(context), viewer: context.viewer })

export const pullToRead = (context: Context): OnPull => {
  const page = pullPageOf(context)
  return { page, issue: pullOf(context, page) }
}

/** For actions that everyone with read access may do. */
export const pullToWrite = (context: Context): OnPull => {
  const target = pullToRead(context)
  openPageOf(context)
  return target
}

/** For actions of the author and of callers with the triage role. */
export const pullToChange = (context: Context): OnPull => {
  const target = pullToRead(context)
  sortingPageOf(context, target.issue.authorId)
  return target
}

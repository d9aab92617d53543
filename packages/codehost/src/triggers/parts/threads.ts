/**
 * Builds the event data of issues and pull requests. The same record gives the same data from webhook events and polls.
 */
import type { Watcher } from "@inlay/agent-plugin/Trigger"

import type { IssueEvent } from "../../schema/events/IssueEvent.ts"
import type { PullRequestEvent } from "../../schema/events/PullRequestEvent.ts"
import type { Issue } from "../../schema/Issue.ts"
import type { PullRequest } from "../../schema/PullRequest.ts"
import { mentions } from "../../wire/mentions.ts"
import { choice, flag, refs, texts, type Filters } from "./filters.ts"
import { present, textOf } from "./occurrences.ts"

const namesOf = (labels: Issue["labels"]): ReadonlyArray<string> =>
  (labels ?? []).map((label) => (typeof label === "string" ? label : label.name))

/** What is said of an issue or a pull request. */
export interface About {
  /** `owner/repo` */
  readonly repository: string
  readonly actor: string | undefined
  /** When it happened. */
  readonly at: string
  readonly watcher: Watcher
}

const threadData = (
  record: Pick<Issue, "number" | "title" | "user" | "labels" | "assignees" | "html_url" | "body">,
  { repository, actor, watcher: { login } }: Omit<About, "at">
) =>
  ({
    repository,
    ...present({ actor, author: record.user?.login }),
    url: record.html_url,
    number: record.number,
    title: record.title,
    labels: namesOf(record.labels),
    assignees: (record.assignees ?? []).map((user) => user.login),
    mentions_me: mentions(record.title, login) || mentions(record.body, login),
    ...textOf(record.body)
  }) as const

/** Returns the data of an issue. */
export const issueData = (issue: Issue, about: Omit<About, "at">): IssueEvent => ({
  ...threadData(issue, about),
  state: issue.state,
  ...present({ state_reason: issue.state_reason })
})

/** Returns the data of a pull request. */
export const pullRequestData = (pull: PullRequest, about: Omit<About, "at">): PullRequestEvent => {
  const draft = pull.draft ?? false
  const merged = pull.merged === true || typeof pull.merged_at === "string"
  return {
    ...threadData(pull, about),
    status: merged ? "merged" : pull.state === "closed" ? "closed" : draft ? "draft" : "ready_for_review",
    draft,
    merged,
    head: pull.head.ref,
    ...present({ head_repository: pull.head.repo?.full_name }),
    base: pull.base.ref,
    sha: pull.head.sha
  }
}

/** Filters for issues and pull requests. */
export const threadFilters: Filters<Pick<IssueEvent, "labels" | "assignees" | "author" | "title" | "mentions_me">> = {
  label: texts("label", "A label that it has", ({ labels }) => labels),
  assignee: texts("assignee", "Login of an assignee", ({ assignees }) => assignees),
  author: texts("author", "Login of the user who opened it", ({ author }) => author),
  title: texts("title", "e.g. *crash*", ({ title }) => title),
  mentions_me: flag("It mentions the account.", "It does not mention the account.", (data) => data.mentions_me)
}

/** Filters for pull requests. */
export const pullRequestFilters: Filters<PullRequestEvent> = {
  ...threadFilters,
  branch: refs("branch", "Branch to merge into, or a pattern: release/*", ({ base }) => base),
  head: refs("branch to merge", "The branch to merge", ({ head }) => head),
  draft: flag("It is a draft.", "It is not a draft.", ({ draft }) => draft),
  status: choice("status", ["draft", "ready_for_review", "closed", "merged"], ({ status }) => status)
}

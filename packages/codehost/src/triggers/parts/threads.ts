/**
 * Builds the event data of issues and pull requests. The same record gives the same data from webhook events and polls.
 */
import type { Watcher } from "@inlay/agent-plugin/Trigger"

import type { IssueEvent } from "../../schema/events/IssueEvent.ts"
import type { PullRequestEvent } from "../../schema/events/PullRequestEvent.ts"
import type { Issue } from "../../schema/Issue.ts"
import type { PullRequest } from "../../schema/PullRequest.ts"
import { mentions } from "../../wire/mentions.ts"
import { choice, flag, paths, refs, texts, type Filters } from "./filters.ts"
import { present, textOf } from "./occurrences.ts"

const namesOf = (labels: Issue["labels"]): ReadonlyArray<string> =>
  (labels ?? []).map((label) => (typeof label === "string" ? label : label.name))

const threadData = (
  repository: string,
  record: Pick<Issue, "number" | "title" | "user" | "labels" | "assignees" | "html_url" | "body">,
  actor: string | undefined,
  { login }: Watcher
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

/**
 * Returns the data of an issue.
 * @param repository `owner/repo`
 */
export const issueData = (
  repository: string,
  issue: Issue,
  actor: string | undefined,
  watcher: Watcher
): IssueEvent => ({
  ...threadData(repository, issue, actor, watcher),
  state: issue.state,
  ...present({ state_reason: issue.state_reason })
})

/**
 * Returns the data of a pull request.
 * @param repository `owner/repo`
 */
export const pullRequestData = (
  repository: string,
  pull: PullRequest,
  actor: string | undefined,
  watcher: Watcher
): PullRequestEvent => {
  const draft = pull.draft ?? false
  const merged = pull.merged === true || typeof pull.merged_at === "string"
  return {
    ...threadData(repository, pull, actor, watcher),
    status: merged ? "merged" : pull.state === "closed" ? "closed" : draft ? "draft" : "ready_for_review",
    draft,
    merged,
    head: pull.head.ref,
    ...present({ head_repository: pull.head.repo?.full_name }),
    base: pull.base.ref,
    sha: pull.head.sha
  }
}

/** Filters for every event in a repository. */
export const inRepositoryFilters: Filters<{ readonly repository: string; readonly actor?: string }> = {
  repository: paths("repository", "owner/repo, or the name alone", ({ repository }) => [
    repository,
    repository.slice(repository.indexOf("/") + 1)
  ]),
  actor: texts("actor", "Login of the user who did it", ({ actor }) => actor)
}

/** Filters for issues and pull requests. */
export const threadFilters: Filters<
  Pick<IssueEvent, "labels" | "assignees" | "author" | "title" | "mentions_me" | "repository">
> = {
  ...inRepositoryFilters,
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

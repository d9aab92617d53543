/** Issues and their comments. Pull requests are issues too: comments, labels and assignees work for both. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { given, inRepository } from "../internal/endpoint.ts"
import { newest, state } from "../internal/how-to-look.ts"
import {
  anyText,
  changes,
  listOf,
  login,
  nullable,
  oneOf,
  optional,
  positive,
  repository,
  text,
  time
} from "../internal/inputs.ts"
import { method, one, reader, type Http } from "../internal/methods.ts"
import { Comment, Issue } from "../schema/Issue.ts"
import type { User } from "../schema/User.ts"
import { lists, type ReadList, type ReadPage } from "./pages.ts"
import type { RepositoryName } from "./Repositories.ts"

/** Names an issue. */
export interface IssueName extends RepositoryName {
  readonly issue_number: number
}

/** Which issues; the service lists pull requests among them. */
export interface IssueQuery extends RepositoryName {
  /** `open` by default. */
  readonly state?: "open" | "closed" | "all"
  /** Names, all of which an issue must have. */
  readonly labels?: ReadonlyArray<string>
  /** Login, `none` or `*`. */
  readonly assignee?: string
  readonly creator?: string
  readonly mentioned?: string
  /** Number, `none` or `*`. */
  readonly milestone?: string | number
  /** Name of the issue type, `none` or `*`. */
  readonly type?: string
  readonly sort?: "created" | "updated" | "comments"
  readonly direction?: "asc" | "desc"
  /** ISO 8601: updated at or after. */
  readonly since?: string
}

/** An issue to be. */
export interface NewIssue extends RepositoryName {
  readonly title: string
  /** Markdown. */
  readonly body?: string
  readonly labels?: ReadonlyArray<string>
  /** Logins. */
  readonly assignees?: ReadonlyArray<string>
  /** The milestone's number. */
  readonly milestone?: number
  /** Name of the organization's issue type. */
  readonly type?: string
}

/** What to change of an issue; what is left out stays, a list takes the place of the old one. */
export interface IssueChange extends IssueName {
  readonly title?: string
  readonly body?: string
  readonly state?: "open" | "closed"
  readonly state_reason?: "completed" | "not_planned" | "duplicate" | "reopened"
  readonly labels?: ReadonlyArray<string>
  readonly assignees?: ReadonlyArray<string>
  /** Null takes the issue off its milestone. */
  readonly milestone?: number | null
  /** Null takes the type away. */
  readonly type?: string | null
}

/** Issues of a repository. */
export interface Issues {
  /** `GET /repos/{owner}/{repo}/issues`. */
  readonly page: ReadPage<IssueQuery, Issue>
  /** As `page`, all of them. */
  readonly list: ReadList<IssueQuery, Issue>
  /** `GET /repos/{owner}/{repo}/issues/{issue_number}`. */
  readonly get: (input: IssueName) => Effect.Effect<Issue, ProviderError>
  /** `POST /repos/{owner}/{repo}/issues`. Without push access the service drops labels, assignees and milestone. */
  readonly create: (input: NewIssue) => Effect.Effect<Issue, ProviderError>
  /** `PATCH /repos/{owner}/{repo}/issues/{issue_number}`. */
  readonly update: (input: IssueChange) => Effect.Effect<Issue, ProviderError>
  /** `POST /repos/{owner}/{repo}/issues/{issue_number}/comments`; for pull requests too. */
  readonly comment: (input: IssueName & { readonly body: string }) => Effect.Effect<Comment, ProviderError>
  /** The issue's own assignees, not those who could be assigned. */
  readonly assignees: (input: IssueName) => Effect.Effect<{ readonly assignees: ReadonlyArray<User> }, ProviderError>
}

const NAMED = { ...repository, issue_number: positive }

const QUERY = {
  ...repository,
  state: optional(oneOf("open", "closed", "all")),
  labels: optional(listOf(text)),
  assignee: optional(text),
  creator: optional(text),
  mentioned: optional(text),
  milestone: optional((value) => (typeof value === "string" ? text(value) : positive(value))),
  type: optional(text),
  sort: optional(oneOf("created", "updated", "comments")),
  direction: optional(oneOf("asc", "desc")),
  since: optional(time)
}

const NEW = {
  ...repository,
  title: text,
  body: optional(anyText),
  labels: optional(listOf(text)),
  assignees: optional(listOf(login)),
  milestone: optional(positive),
  type: optional(text)
}

const CHANGE = {
  ...NEW,
  ...NAMED,
  title: optional(text),
  state: optional(oneOf("open", "closed")),
  state_reason: optional(oneOf("completed", "not_planned", "duplicate", "reopened")),
  milestone: optional(nullable(positive)),
  type: optional(nullable(text)),
  "": changes("owner", "repo", "issue_number")
}

const at = (input: IssueName, rest = "") => inRepository(input, `/issues/${input.issue_number}${rest}`)

export const make = (http: Http): Issues => {
  const get = reader(http, "issues.get", Issue)
  const assignees = reader(http, "issues.assignees", Issue)
  return {
    ...lists<IssueQuery, Issue>(http, {
      operation: "issues.list",
      rules: QUERY,
      item: Issue,
      endpoint: (input) => inRepository(input, "/issues"),
      query: ({ owner: _owner, repo: _repo, ...query }) => query
    }),
    get: method("issues.get", NAMED, (input: IssueName) => get({ method: "GET", endpoint: at(input) })),
    create: one(http, "issues.create", NEW, Issue, ({ owner, repo, ...body }: NewIssue) => ({
      method: "POST",
      endpoint: inRepository({ owner, repo }, "/issues"),
      howToLook: newest("issues", { owner, repo }),
      body: given(body)
    })),
    update: one(http, "issues.update", CHANGE, Issue, ({ owner, repo, issue_number, ...body }: IssueChange) => ({
      method: "PATCH",
      endpoint: at({ owner, repo, issue_number }),
      howToLook: state(`issue #${issue_number}`, { owner, repo }),
      body: given(body)
    })),
    comment: one(
      http,
      "issues.comment",
      { ...NAMED, body: text },
      Comment,
      (input: IssueName & { readonly body: string }) => ({
        method: "POST",
        endpoint: at(input, "/comments"),
        howToLook: newest(`comments on #${input.issue_number}`, input),
        body: { body: input.body }
      })
    ),
    assignees: method("issues.assignees", NAMED, (input: IssueName) =>
      Effect.map(assignees({ method: "GET", endpoint: at(input) }), (issue) => ({ assignees: issue.assignees ?? [] }))
    )
  }
}

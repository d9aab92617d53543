/** Issues and their comments. Pull requests are issues too, so comments, labels and assignees work for both. */
import { defined } from "@inlay/core-http/json-object"
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import {
  Assignees,
  Comment,
  Issue,
  IssueChange,
  IssueName,
  IssueQuery,
  NewComment,
  NewIssue,
  WrittenIssue
} from "../schema/Issue.ts"
import { pageOf, paging } from "../schema/Page.ts"
import { inRepository } from "../wire/endpoint.ts"
import { lists, type ReadList } from "../wire/lists.ts"
import { newest, state } from "../wire/look-at.ts"
import type { ReadPage } from "../wire/pages.ts"
import { byOutput, reader, type Http } from "../wire/requests.ts"
import { operation } from "../wire/service.ts"
import { withNotApplied } from "./not-applied.ts"

/** Issues of a repository. */
export interface Issues {
  /** `GET /repos/{owner}/{repo}/issues`. */
  readonly page: ReadPage<IssueQuery, Issue>
  /**
   * Like `page`, but all pages.
   *
   * @example
   * ```ts
   * import { createCodeHost } from "@inlay/codehost/promise"
   * import { startSandbox } from "@inlay/codehost-sandbox"
   *
   * const { urls, env, close } = await startSandbox()
   * const { issues } = createCodeHost({ baseUrl: urls.codehost, token: env.INLAY_CODEHOST_TOKEN })
   * let count = 0
   * for await (const issue of issues.list({ owner: "acme", repo: "widgets", labels: ["bug"] }).items) {
   * if (issue.state === "open") count++
   * }
   * console.log(count > 0) // => true
   * await close()
   * ```
   */
  readonly list: ReadList<IssueQuery, Issue>
  /** `GET /repos/{owner}/{repo}/issues/{issue_number}`. */
  readonly get: (input: IssueName) => Effect.Effect<Issue, ProviderError>
  /**
   * `POST /repos/{owner}/{repo}/issues`. Without push access the service drops
   * labels, assignees, milestone and type; `not_applied` names what it dropped.
   *
   * @example
   * ```ts
   * import { createCodeHost } from "@inlay/codehost/promise"
   * import { startSandbox } from "@inlay/codehost-sandbox"
   *
   * const { urls, env, close } = await startSandbox()
   * const { issues } = createCodeHost({ baseUrl: urls.codehost, token: env.INLAY_CODEHOST_TOKEN })
   * const issue = await issues.create({ owner: "acme", repo: "widgets", title: "It squeaks", labels: ["bug"] })
   * console.log(issue.title) // => It squeaks
   * await close()
   * ```
   */
  readonly create: (input: NewIssue) => Effect.Effect<WrittenIssue, ProviderError>
  /** `PATCH /repos/{owner}/{repo}/issues/{issue_number}`. As with `create`, `not_applied` names what was dropped. */
  readonly update: (input: IssueChange) => Effect.Effect<WrittenIssue, ProviderError>
  /** `POST /repos/{owner}/{repo}/issues/{issue_number}/comments`. Also works for pull requests. */
  readonly comment: (input: NewComment) => Effect.Effect<Comment, ProviderError>
  /** The users that the issue is assigned to, not those who could be assigned. */
  readonly assignees: (input: IssueName) => Effect.Effect<Assignees, ProviderError>
}

export const list = operation({
  name: "issues.list",
  input: Schema.Struct({ ...IssueQuery.fields, ...paging }),
  output: pageOf(Issue)
})

export const get = operation({ name: "issues.get", input: IssueName, output: Issue })

export const create = operation({ name: "issues.create", input: NewIssue, output: WrittenIssue })

export const update = operation({
  name: "issues.update",
  input: IssueChange,
  output: WrittenIssue,
  across: Operation.changesBesides("owner", "repo", "issue_number")
})

export const comment = operation({ name: "issues.comment", input: NewComment, output: Comment })

export const assignees = operation({ name: "issues.assignees", input: IssueName, output: Assignees })

const at = (input: IssueName, rest = "") => inRepository(input, `/issues/${input.issue_number}${rest}`)

export const make = (http: Http): Issues => {
  const readAssigned = reader(http, assignees.name, Issue)
  const createIssue = byOutput(http, create, ({ owner, repo, ...body }) => ({
    method: "POST",
    endpoint: inRepository({ owner, repo }, "/issues"),
    lookAt: newest("issues", { owner, repo }),
    body: defined(body)
  }))
  const updateIssue = byOutput(http, update, ({ owner, repo, issue_number, ...body }) => ({
    method: "PATCH",
    endpoint: at({ owner, repo, issue_number }),
    lookAt: state(`issue #${issue_number}`, { owner, repo }),
    body: defined(body)
  }))
  return {
    ...lists(http, list, {
      item: Issue,
      endpoint: (input: IssueQuery) => inRepository(input, "/issues"),
      query: ({ owner: _owner, repo: _repo, ...query }) => query
    }),
    get: byOutput(http, get, (input) => ({ method: "GET", endpoint: at(input) })),
    create: (input) => Effect.map(createIssue(input), (issue) => withNotApplied(input, issue, false)),
    update: (input) => Effect.map(updateIssue(input), (issue) => withNotApplied(input, issue, true)),
    comment: byOutput(http, comment, (input) => ({
      method: "POST",
      endpoint: at(input, "/comments"),
      lookAt: newest(`comments on #${input.issue_number}`, input),
      body: { body: input.body }
    })),
    assignees: Operation.method(assignees, (input) =>
      Effect.map(readAssigned({ method: "GET", endpoint: at(input) }), (issue) => ({
        assignees: issue.assignees ?? []
      }))
    )
  }
}

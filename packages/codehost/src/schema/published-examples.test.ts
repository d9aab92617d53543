import { readFileSync } from "node:fs"

import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

import fixture from "../../fixtures/repository.json" with { type: "json" }
import { Branch, Ref } from "./Branch.ts"
import { CollaboratorPermission, Invitation } from "./Collaborator.ts"
import { Commit } from "./Commit.ts"
import { Entry, WrittenFile } from "./Content.ts"
import { Gist } from "./Gist.ts"
import { Comment, Issue } from "./Issue.ts"
import { ProjectField, ProjectItem } from "./Project.ts"
import { Merge, PullRequest } from "./PullRequest.ts"
import { RateLimits } from "./RateLimits.ts"
import { Release } from "./Release.ts"
import { Repository } from "./Repository.ts"
import { RequestedReviewers, Review } from "./Review.ts"
import { Identity } from "./User.ts"
import { Workflow, WorkflowRun } from "./Workflow.ts"

type Json = Readonly<Record<string, unknown>>

/** GitHub's published description of its API, which has an example of each response. */
const file = new URL("../../node_modules/@octokit/openapi/generated/api.github.com.json", import.meta.url)
const { components } = JSON.parse(readFileSync(file, "utf8")) as {
  readonly components: { readonly examples: Readonly<Record<string, { readonly value: unknown }>> }
}

const table: ReadonlyArray<readonly [example: string, schema: Schema.Codec<unknown, unknown>]> = [
  ["full-repository-default-response", Repository],
  ["repository-items-default-response", Schema.Array(Repository)],
  ["issue", Issue],
  ["issue-items", Schema.Array(Issue)],
  ["issue-search-result-item-paginated", Schema.Struct({ items: Schema.Array(Issue) })],
  ["issue-comment", Comment],
  ["pull-request", PullRequest],
  ["pull-request-simple-items", Schema.Array(PullRequest)],
  ["pull-request-merge-result-response-if-merge-was-successful", Merge],
  ["pull-request-review-items", Schema.Array(Review)],
  ["simple-pull-request-review-request", RequestedReviewers],
  ["commit", Commit],
  ["commit-items", Schema.Array(Commit)],
  ["short-branch-with-protection-items", Schema.Array(Branch)],
  ["branch-get", Branch],
  ["git-ref", Ref],
  ["content-file-response-if-content-is-a-file", Entry],
  ["content-file-response-if-content-is-a-directory", Schema.Array(Entry)],
  ["content-file-response-if-content-is-a-symlink", Entry],
  ["content-file-response-if-content-is-a-submodule", Entry],
  ["file-commit-example-for-updating-a-file", WrittenFile],
  ["file-commit", WrittenFile],
  ["repository-collaborator-permission-response-if-user-has-admin-permissions", CollaboratorPermission],
  ["repository-invitation-response-when-a-new-invitation-is-created", Invitation],
  ["workflow", Workflow],
  ["workflow-paginated", Schema.Struct({ workflows: Schema.Array(Workflow) })],
  ["workflow-run", WorkflowRun],
  ["workflow-run-paginated", Schema.Struct({ workflow_runs: Schema.Array(WorkflowRun) })],
  ["gist", Gist],
  ["base-gist-items", Schema.Array(Gist)],
  ["release-items", Schema.Array(Release)],
  ["projects-v2-field-items", Schema.Array(ProjectField)],
  ["projects-v2-item-with-content", ProjectItem],
  ["rate-limit-overview", RateLimits],
  ["private-user-response-with-public-and-private-profile-information", Identity]
]

describe("the service's published example", () => {
  it.each(table)("%s is read", (name, schema) => {
    const example = components.examples[name]
    expect(example).toBeDefined()
    Schema.decodeUnknownSync(schema)(example?.value)
  })
})

describe("a repository", () => {
  const { body } = fixture
  const read = Schema.decodeUnknownSync(Repository)

  it("leaves out unknown fields, and keeps null", () => {
    const repository = read(body)
    expect(repository).not.toHaveProperty("watchers_count")
    expect(repository.owner).toEqual({ login: "acme", id: 101, type: "Organization" })
    expect(repository.homepage).toBeNull()
  })

  it("is read with every optional field absent, and with each of them null", () => {
    const { id, name, full_name, owner, html_url } = body
    const required: Json = { id, name, full_name, owner, private: false, html_url }
    expect(read(required)).toMatchObject({ full_name: "acme/widgets" })
    const nulls = Object.fromEntries(Object.keys(body).map((key) => [key, null]))
    expect(read({ ...nulls, ...required })).toMatchObject({ default_branch: null, permissions: null, license: null })
  })
})

import * as Endpoint from "@inlay/core-http/Endpoint"
import { describe, expect, it } from "vitest"

import { guardOf, namesOf } from "./guard.ts"

const guard = guardOf(namesOf(["Acme/Widgets"]), false)
type Method = "POST" | "PUT" | "PATCH"

/** Returns the guard's verdict on a write with a body. */
const withBody = (method: Method, endpoint: string, body: Readonly<Record<string, unknown>>) =>
  guard?.({ operation: "apiCall", method, endpoint, body }, Endpoint.comparable(endpoint))

describe("a write below a repository of the account", () => {
  it.each([
    ["PATCH", "/repos/acme/widgets", { name: "gadgets" }],
    ["PATCH", "/repos/acme/widgets/", { description: "d", name: "gadgets" }],
    ["PATCH", "/repos/acme/widgets/issues/7", { state: "closed", duplicate_issue_id: 42 }],
    ["POST", "/repos/acme/widgets/issues", { title: "t", agent_assignment: { target_repo: "acme/gadgets" } }],
    ["POST", "/repos/acme/widgets/issues/7/assignees", { agent_assignment: { target_repo: "acme/gadgets" } }],
    ["POST", "/repos/acme/widgets/security-advisories", { summary: "s", start_private_fork: true }],
    ["POST", "/repos/acme/widgets/security-advisories/reports", { summary: "s", start_private_fork: "true" }],
    ["POST", "/repos/acme/widgets/pulls", { title: "t", head: "mona:feature", base: "main" }],
    ["POST", "/repos/acme/widgets/pulls", { title: "t", head: "feature", head_repo: "acme/gadgets", base: "main" }],
    ["POST", "/repos/acme/widgets/pulls", { title: "t", head: "feature", head_repo: "gadgets", base: "main" }],
    // Merges the base into the pull request's branch, which may be a fork's.
    ["PUT", "/repos/acme/widgets/pulls/7/update-branch", {}],
    ["PUT", "/repos/acme/widgets/pulls/7/update%2Dbranch/", {}]
  ] as const)("does not take another repository into a write: %s %s %j", (method, endpoint, body) =>
    expect(withBody(method, endpoint, body)).toMatchObject({ guard: "restriction" })
  )

  it.each([
    ["PATCH", "/repos/acme/widgets", { description: "d" }],
    ["PATCH", "/repos/acme/widgets", { name: "Widgets", private: true }],
    ["PATCH", "/repos/acme/widgets/issues/7", { state: "closed" }],
    ["POST", "/repos/acme/widgets/issues/7/assignees", { agent_assignment: { target_repo: "Acme/Widgets" } }],
    ["POST", "/repos/acme/widgets/issues/7/assignees", { agent_assignment: { base_branch: "main" } }],
    ["POST", "/repos/acme/widgets/security-advisories", { summary: "s", start_private_fork: false }],
    ["POST", "/repos/acme/widgets/security-advisories", { summary: "s" }],
    ["PATCH", "/repos/acme/widgets/labels/bug", { name: "defect" }],
    ["POST", "/repos/acme/widgets/pulls", { title: "t", head: "Acme:feature", base: "main" }],
    ["POST", "/repos/acme/widgets/pulls", { title: "t", head: "feature", head_repo: "acme/widgets", base: "main" }],
    ["POST", "/repos/acme/widgets/pulls", { title: "t", head: "feature", head_repo: "Widgets", base: "main" }],
    ["PUT", "/repos/acme/widgets/pulls/7/merge", {}]
  ] as const)("takes its own into a write: %s %s %j", (method, endpoint, body) =>
    expect(withBody(method, endpoint, body)).toBeUndefined()
  )
})

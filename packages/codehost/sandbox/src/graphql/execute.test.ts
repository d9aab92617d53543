import { parse } from "graphql"
import { expect, it } from "vitest"

import { at, startFor } from "../testing/bench.ts"
import { execute } from "./execute.ts"
import { data, makeAsk } from "./testing.ts"

const bench = startFor()
const ask = makeAsk(bench)

it("fails for fields that the sandbox does not support, instead of returning null", () => {
  const document = parse('{ user(login: "mona") { name } }')
  const run = (user: object) => execute({ document, rootValue: { user: { __typename: "User", ...user } } })
  expect(run({ name: null }).data).toEqual({ user: { name: null } })
  expect(() => run({})).toThrow("the sandbox does not answer for User.name")
})

it("stops making changes after a scope is missing", async () => {
  const { body } = await bench.ask("/repos/acme/widgets/pulls", {
    body: { title: "Glow", head: "docs/typos", base: "main" }
  })
  const look = () =>
    ask("query ($id: ID!) { node(id: $id) { ... on PullRequest { isDraft } } }", { id: at(body, "node_id") })
  await bench.control("/tokens", { token: "narrow", scopes: ["repo"] })
  const answer = await ask(
    `mutation ($id: ID!) {
      addProjectV2ItemById(input: { projectId: "x", contentId: $id }) { clientMutationId }
      convertPullRequestToDraft(input: { pullRequestId: $id }) { clientMutationId } }`,
    { id: at(body, "node_id") },
    "narrow"
  )
  expect(answer.body).toEqual({ errors: [{ type: "INSUFFICIENT_SCOPES", message: expect.any(String) }] })
  expect(data(await look(), "node")).toEqual({ isDraft: false })
})

/**
 * The token of an app's installation, as a workflow run has it: the service answers it as its documentation and its
 * users report, and the sandbox does not. https://docs.github.com/en/actions/concepts/security/github_token
 */
import { make as makeAccount } from "@inlay/agent-plugin/Account"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import { accessToken } from "../src/account/kinds.ts"
import { newMention } from "../src/triggers/new-mention.ts"
import { answers, type PreparedAnswer } from "./answers.ts"
import { connectionOf } from "./connected.ts"
import { matched } from "./events.ts"
import { services } from "./world.ts"

const server = answers()

const refused: PreparedAnswer = {
  status: 403,
  headers: { "x-accepted-github-permissions": "allows_permissionless_access=true" },
  body: {
    message: "Resource not accessible by integration",
    documentation_url: "https://docs.example.com/rest/users/users#get-the-authenticated-user",
    status: "403"
  }
}

const repository = {
  id: 1,
  name: "widgets",
  full_name: "acme/widgets",
  owner: { login: "acme", id: 2 },
  private: true,
  html_url: "https://codehost.example/acme/widgets",
  // https://github.com/semantic-release/github/issues/182
  permissions: { admin: false, maintain: false, push: false, triage: false, pull: false }
}

/** Answers by path; everything that is a user's own is refused. */
const answerAs = (replies: Readonly<Record<string, PreparedAnswer>>, headers: Readonly<Record<string, string>> = {}) =>
  server.answer(({ target }) => {
    const [path = ""] = target.split("?")
    const reply = replies[path] ?? (/^\/(api\/v3\/)?user(\/|$)/.test(path) ? refused : { status: 404, body: {} })
    return { ...reply, headers: { ...headers, ...reply.headers } }
  })

const VIEWER: PreparedAnswer = { body: { data: { viewer: { login: "github-actions[bot]" } } } }
const CI: Readonly<Record<string, PreparedAnswer>> = {
  "/graphql": VIEWER,
  "/repos/acme/widgets": { body: repository },
  "/repos/acme/widgets/issues": { body: [] }
}

const check = (values: Readonly<Record<string, string>> = {}) => {
  const all = { token: "a-token-that-is-not-a-secret", base_url: server.origin(), ...values }
  const account = makeAccount({ plugin: "codehost", name: "ci", kind: accessToken, values: all, revision: "1" })
  return Effect.runPromise(Effect.provide(accessToken.check(account), services))
}

describe("the check of an app's token", () => {
  it("names the app, and says that the token ends soon", async () => {
    answerAs(CI)
    expect(await check()).toMatchObject({
      ok: true,
      identity: "github-actions[bot]",
      problems: [],
      notes: [expect.stringMatching(/belongs to an app.*an hour.*its job.*need a user's token\.$/)]
    })
  })

  it("passes with a repository whose record denies every permission, because there is no user", async () => {
    answerAs(CI)
    expect(await check({ repositories: "acme/widgets" })).toMatchObject({ ok: true, problems: [] })
    expect(await check({ repositories: "acme/widgets", read_only: "true" })).toMatchObject({ ok: true, problems: [] })
  })

  it("fails with the first answer for a token that may ask for nothing", async () => {
    const message = "Sorry. Your account was suspended."
    const suspended: PreparedAnswer = { status: 403, body: { message } }
    answerAs({ "/user": suspended, "/graphql": suspended })
    expect(await check()).toMatchObject({ ok: false, problems: [{ what: expect.stringContaining("is suspended") }] })
    answerAs({ "/user": suspended, "/graphql": { body: { data: { viewer: null } } } })
    expect(await check()).toMatchObject({ ok: false, problems: [{ what: expect.stringContaining("is suspended") }] })
  })

  it("fails with the second answer if only that may change soon", async () => {
    answerAs({ "/graphql": { status: 502, body: {} } })
    expect(await check()).toMatchObject({ ok: false, problems: [{ what: expect.stringContaining("502") }] })
  })

  it("is not asked for its app if it is not valid", async () => {
    answerAs({ "/user": { status: 401, body: { message: "Bad credentials" } }, "/graphql": VIEWER })
    expect(await check()).toMatchObject({ ok: false })
  })

  it("is not asked for its app if it belongs to a user", async () => {
    answerAs({ "/user": { body: { login: "mona", id: 1 } } })
    const report = await check()
    expect(report).toMatchObject({ ok: true, identity: "mona" })
    expect(report).not.toHaveProperty("notes")
    expect(server.asked().map(({ target }) => target)).not.toContain("/graphql")
  })
})

describe("the triggers of an app's token", () => {
  it("are polled, also for an account that is limited to a repository", async () => {
    answerAs(CI)
    const connection = await connectionOf({ base_url: server.origin(), repositories: "acme/widgets" })
    expect(await Effect.runPromise(connection.watcher)).toMatchObject({
      login: "github-actions[bot]",
      scopes: [],
      edition: "public"
    })
    const poll = connection.poll("codehost_new_issue", { owner: "acme", repo: "widgets" }, undefined)
    expect((await Effect.runPromise(poll)).occurrences).toEqual([])
  })

  it("know the edition of an enterprise server, whose GraphQL API has another path", async () => {
    answerAs({ "/api/graphql": VIEWER }, { "x-github-enterprise-version": "enterprise-server@3.12.4" })
    const connection = await connectionOf({ base_url: `${server.origin()}/api/v3` })
    expect(await Effect.runPromise(connection.watcher)).toMatchObject({ edition: "enterprise-server@3.12.4" })
  })

  it("report a mention of the app, which is written without [bot]", () => {
    const event = (body: string) => ({
      action: "created",
      issue: { id: 1, number: 7, title: "Oil", html_url: "https://codehost.example/7", state: "open" },
      comment: {
        id: 2,
        body,
        html_url: "https://codehost.example/7#2",
        created_at: "2026-10-01T09:00:00Z",
        updated_at: "2026-10-01T09:00:00Z",
        user: { login: "ada", id: 3 }
      },
      repository
    })
    const watcher = { login: "oil-bot[bot]", scopes: [] }
    const count = (body: string) => matched(newMention, "issue_comment", event(body), watcher).length
    expect(["@oil-bot, go", "@oil-bot[bot] go", "@oil-bots", "oil-bot[bot]"].map(count)).toEqual([1, 1, 0, 0])
  })
})

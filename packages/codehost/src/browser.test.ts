// Runs the browser plugin and the full plugin against the sandbox and checks that both have the same steps and account
// settings and send the same requests.
import { make as makeAccount, type FieldRules } from "@inlay/agent-plugin/Account"
import { Accounts } from "@inlay/agent-plugin/Accounts"
import { Audit } from "@inlay/agent-plugin/Audit"
import { Runner } from "@inlay/agent-plugin/Runner"
import * as Node from "@inlay/core-http/node"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Spend from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"

import { world } from "../tests/world.ts"
import { plugin as inBrowser } from "./browser.ts"
import { plugin } from "./plugin.ts"

const { sandbox, run: runWhole, calls, check: checkWhole } = world()
const widgets = { owner: "acme", repo: "widgets" }

const [kind] = inBrowser.accountKinds
const account = (values: Readonly<Record<string, string>> = {}) => {
  const { INLAY_CODEHOST_BASE_URL: base_url, INLAY_CODEHOST_TOKEN: token } = sandbox().env
  if (kind === undefined) throw new Error("there is no kind of account")
  return makeAccount({
    plugin: "codehost",
    name: "b",
    kind,
    values: { base_url, token, ...values },
    revision: "1"
  })
}

const services = Layer.merge(Node.layer, Spend.layerMemory("test"))

const run = (step: string, input: unknown, values?: Readonly<Record<string, string>>): Promise<unknown> =>
  Effect.runPromise(
    Effect.flatMap(Runner, (runner) => runner.run(step, input)).pipe(
      Effect.provide(
        Runner.layer([inBrowser]).pipe(
          Layer.provide([Accounts.layer(() => [account(values)]), Audit.layerNone]),
          Layer.provideMerge(services)
        )
      )
    )
  )

const failure = async (step: string, input: unknown, values?: Readonly<Record<string, string>>) => {
  const outcome = await run(step, input, values).catch((error: unknown) => error)
  if (outcome instanceof ProviderError) return outcome
  throw new Error(`${step} did not fail: ${JSON.stringify(outcome)}`)
}

it("has the same name, steps and account settings as the whole plugin", () => {
  expect([inBrowser.id, inBrowser.title]).toEqual([plugin.id, plugin.title])
  const whole = plugin.accountKinds.find(({ id }) => id === kind?.id)
  const withoutText = (field: FieldRules) => ({ ...field, label: "", help: "" })
  expect(kind?.title).toBe(whole?.title)
  expect(kind?.fields.map(withoutText)).toEqual(whole?.fields.map(withoutText))
  for (const step of inBrowser.toolSteps) {
    const { id, title, hints, readsToo } = plugin.toolSteps.find((one) => one.id === step.id) ?? {}
    expect(step).toEqual({
      id,
      title,
      hints: { readOnly: hints?.readOnly },
      ...(readsToo !== undefined && { readsToo })
    })
  }
})

it.each([
  ["codehost_get_repository_info", widgets],
  ["codehost_list_workflow_runs", { ...widgets, per_page: 3 }],
  ["codehost_search_issues_and_pull_requests", { q: "repo:acme/widgets is:open is:issue", per_page: 2 }],
  ["codehost_star_repo", widgets],
  ["codehost_create_issue_comment", { ...widgets, issue_number: 1, body: "Seen." }],
  [
    "codehost_create_workflow_dispatch",
    { ...widgets, workflow_id: "deploy.yml", ref: "main", inputs: { environment: "staging" } }
  ],
  ["codehost_api_call", { method: "GET", endpoint: "/user" }]
])("%s sends and returns the same as the whole plugin's", async (step, input) => {
  const requests = async () => (await calls()).map(({ operation, path, status }) => [operation, path, status])
  const whole = (await runWhole(step, input)) as Record<string, unknown>
  const before = await requests()
  const small = (await run(step, input)) as Record<string, unknown>
  // The browser plugin sends the same requests as the full plugin; only the full plugin asks a dispatch for its run.
  expect((await requests()).slice(before.length).map(([operation]) => operation)).toEqual(
    before.map(([operation]) => operation)
  )
  const { items, body, headers: _headers, next: _next, pages: _pages, ...facts } = whole
  for (const [name, value] of Object.entries(facts)) {
    if (Object.hasOwn(small, name) && !/^(id|node_id|html_url|(created|updated)_at)$/.test(name)) {
      expect({ [name]: small[name] }).toMatchObject({ [name]: value as object })
    }
  }
  if (Array.isArray(items)) expect(small["items"]).toMatchObject(items)
  if (body !== undefined && typeof body === "object") expect(small["body"]).toMatchObject(body as object)
})

it("checks a token like the whole plugin", async () => {
  const check = (values: Readonly<Record<string, string>>) =>
    Effect.runPromise((kind ?? expect.fail()).check(account(values)).pipe(Effect.provide(services)))
  const all: ReadonlyArray<Readonly<Record<string, string>>> = [
    {},
    { repositories: "acme/widgets" },
    { repositories: "acme/none" },
    { token: "wrong" }
  ]
  for (const values of all) {
    const small = await check(values)
    const whole = await checkWhole(values)
    expect({ ...small, limits: small.limits.map(({ label }) => label) }).toEqual({
      ...whole,
      limits: whole.limits.map(({ label }) => label)
    })
  }
})

it.each([
  ["codehost_get_repository_info", undefined, [""]],
  ["codehost_get_repository_info", {}, ["owner", "repo"]],
  ["codehost_get_repository_info", { owner: "..", repo: "a/b" }, ["owner", "repo"]],
  ["codehost_list_workflow_runs", { ...widgets, per_page: "3", more: 1 }, ["more", "per_page"]],
  ["codehost_create_issue_comment", { ...widgets, issue_number: 0, body: " " }, ["issue_number", "body"]],
  ["codehost_create_workflow_dispatch", { ...widgets, workflow_id: "../x", ref: "a..b" }, ["workflow_id", "ref"]],
  ["codehost_api_call", { method: "HEAD", endpoint: "" }, ["method", "endpoint"]],
  ["codehost_api_call", { method: "POST", endpoint: "/graphql", body: { query: "{ a }" } }, ["endpoint"]],
  ["codehost_api_call", { method: "POST", endpoint: "/Graph%51l/", body: { query: "{ a }" } }, ["endpoint"]],
  ["codehost_api_call", { method: "GET", endpoint: "/user", headers: { accept: "text/html" } }, ["headers"]]
])("%s refuses %o before anything is sent", async (step, input, fields) => {
  const { reason } = await failure(step, input)
  expect(reason._tag === "Invalid" && reason.fields.map(({ field }) => field)).toEqual(fields)
  expect(await calls()).toEqual([])
})

it("sends the ETag of an earlier answer, and learns that nothing changed", async () => {
  const input = { method: "GET", endpoint: "/repos/acme/widgets/issues?per_page=2" }
  const { headers } = (await run("codehost_api_call", input)) as {
    readonly headers: Readonly<Record<string, string>>
  }
  const again = await run("codehost_api_call", { ...input, headers: { "if-none-match": headers["etag"] ?? "" } })
  expect(again).toMatchObject({ status: 304, body: null })
})

it("keeps an account inside its repositories, and read-only", async () => {
  const outside = await failure(
    "codehost_star_repo",
    { owner: "mona", repo: "dotfiles" },
    { repositories: "acme/widgets" }
  )
  expect(outside.reason).toMatchObject({ _tag: "Refused", guard: "restriction" })
  const readOnly = await failure(
    "codehost_api_call",
    { method: "PUT", endpoint: "/user/starred/acme/widgets" },
    { read_only: "true" }
  )
  expect(readOnly.reason).toMatchObject({ _tag: "Refused", guard: "readOnly" })
  expect(await calls()).toEqual([])
})

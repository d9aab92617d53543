/** Listening without a subscription: the account is chosen among those that the caller may use. */
import { startSandbox, type RunningSandbox } from "@inlay/codehost-sandbox"
import * as Effect from "effect/Effect"
import { afterAll, beforeAll, expect, it } from "vitest"

import { Subscriptions } from "../../inbound/subscriptions/Subscriptions.ts"
import { Watches } from "../../inbound/subscriptions/Watches.ts"
import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
let codehost: RunningSandbox
let hub: RunningHub

beforeAll(async () => {
  codehost = await startSandbox()
  hub = await startHub(directory())
  const token = await hub.token({ manages: true })
  for (const name of ["work", "secret-client"]) {
    const { json } = await hub.call("POST", "/api/accounts", {
      token,
      body: {
        plugin: "codehost",
        kind: "token",
        name,
        values: { base_url: codehost.urls.codehost, token: codehost.env["INLAY_CODEHOST_TOKEN"] ?? "" }
      }
    })
    expect(json.id).toBe(`codehost/${name}`)
  }
})
afterAll(async () => {
  await hub.close()
  await codehost.close()
})

const watch = async (accounts?: ReadonlyArray<string>) =>
  hub.call("POST", "/api/watches", {
    token: await hub.token(accounts && { accounts }),
    body: { trigger: "codehost_new_star", target: { owner: "acme", repo: "widgets" } }
  })

it("without an account uses the only one of the token, and names no other", async () => {
  const { status, json } = await watch(["codehost/work"])
  expect([status, json]).toMatchObject([200, { account: "codehost/work" }])
  expect((await watch()).json.error).toMatchObject({ reason: "NotFound", known: ["secret-client", "work"] })
  const none = await watch(["codehost/gone"])
  expect(none.json.error).toMatchObject({ reason: "Unauthorized" })
  expect(none.text).not.toContain("secret-client")
})

const watchStars = async (token: string, owner: string, repo: string) => {
  const body = { trigger: "codehost_new_star", target: { owner, repo } }
  const { status, json } = await hub.call("POST", "/api/watches", { token, body })
  return [status, json.error?.reason]
}

it("of a repository that the account may not read, or that does not exist, is refused as a subscription is", async () => {
  const managing = await hub.token({ manages: true })
  const body = { values: { repositories: "acme/widgets" } }
  const limited = await hub.call("PATCH", "/api/accounts/codehost/secret-client", { token: managing, body })
  expect(limited.status).toBe(200)
  const token = await hub.token({ accounts: ["codehost/secret-client"] })
  expect(await watchStars(token, "acme", "widgets")).toEqual([200, undefined])
  expect(await watchStars(token, "acme", "gadgets")).toEqual([403, "Refused"])
  expect(await watchStars(await hub.token({ accounts: ["codehost/work"] }), "acme", "none")).toEqual([404, "NotFound"])
})

it("one caller watches at most 100 targets of an account, so that the polls of others stay as frequent", async () => {
  const token = await hub.token({ accounts: ["codehost/work"], readOnly: true })
  const { principal } = (await hub.call("GET", "/api/session", { token })).json
  const of = { plugin: "codehost", account: "work", trigger: "codehost_new_star", pollsOnly: true }
  const others = Array.from({ length: 99 }, (_, no) => `r${no}`)
  await hub.run(
    Watches.use(({ keep }) =>
      Effect.forEach(
        others,
        (repo) => keep({ ...of, target: { owner: "acme", repo }, place: `repos/acme/${repo}` }, principal.id as string),
        { discard: true }
      )
    )
  )
  expect(await watchStars(token, "acme", "widgets")).toEqual([200, undefined])
  const refused = await hub.call("POST", "/api/watches", {
    token,
    body: { trigger: "codehost_new_issue", target: { owner: "acme", repo: "widgets" } }
  })
  expect([refused.status, refused.json.error]).toMatchObject([
    429,
    { reason: "QuotaExhausted", message: expect.stringContaining("watches 100 targets") }
  ])
  // The service, which has no such repository, is not asked whenever a watch is renewed.
  expect(await watchStars(token, "acme", "r7")).toEqual([200, undefined])
  const other = await hub.token({ accounts: ["codehost/work"] })
  expect(await watchStars(other, "acme", "widgets")).toEqual([200, undefined])
})

it("one caller has at most 200 subscriptions to an account, unless it manages the hub", async () => {
  const token = await hub.token({ accounts: ["codehost/work"] })
  const { principal } = (await hub.call("GET", "/api/session", { token })).json
  const target = { owner: "acme", repo: "widgets" }
  const url = "http://127.0.0.1:1/agent"
  const subscription = {
    name: "n",
    trigger: "codehost_new_star",
    plugin: "codehost",
    account: "work",
    target,
    url,
    place: "repos/acme/widgets",
    filters: {},
    inOrder: false,
    ownChanges: false,
    creditsPerEvent: undefined,
    pollsOnly: false,
    isEnabled: false,
    principal: principal.id as string,
    queueOf: () => "q"
  }
  await hub.run(
    Subscriptions.use(({ create }) =>
      Effect.forEach(Array.from({ length: 200 }), () => create(subscription), { discard: true })
    )
  )
  const body = { trigger: "codehost_new_star", account: "codehost/work", target, url, another: true, enabled: false }
  const refused = await hub.call("POST", "/api/subscriptions", { token, body })
  expect([refused.status, refused.json.error]).toMatchObject([
    429,
    { reason: "QuotaExhausted", message: expect.stringContaining("has 200 subscriptions") }
  ])
  const managing = await hub.token({ manages: true })
  expect((await hub.call("POST", "/api/subscriptions", { token: managing, body })).status).toBe(201)
})

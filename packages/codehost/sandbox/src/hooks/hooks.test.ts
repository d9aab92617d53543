import { createHmac } from "node:crypto"

import { expect, test } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"
import { receiverFor } from "../testing/receiver.ts"

const { ask, control } = startFor()
const receiver = receiverFor()

const widgets = "/repos/acme/widgets"
const hooks = `${widgets}/hooks`

const bodyOf = (more: object = {}, config: object = {}) => ({
  events: ["star"],
  config: { url: receiver.url(), content_type: "json", secret: "sesame", ...config },
  ...more
})

const make = async (more: object = {}, config: object = {}, path = hooks) => {
  const { body, status } = await ask(path, { body: bodyOf(more, config) })
  expect(status).toBe(201)
  return Number(at(body, "id"))
}

const star = (login: string) => control("/stars", { login })

test("a hook is created, shown without its secret, changed and deleted", async () => {
  const creation = await ask(hooks, { body: bodyOf() })
  expect([creation.status, at(creation.body, "config")]).toEqual([
    201,
    { url: receiver.url(), content_type: "json", insecure_ssl: "0", secret: "********" }
  ])
  const url = String(at(creation.body, "url"))
  expect(creation.headers.get("location")).toBe(url)
  expect(objects((await ask(hooks)).body).map(({ id }) => id)).toEqual([at(creation.body, "id")])
  const change = await ask(url, {
    method: "PATCH",
    body: { add_events: ["fork"], remove_events: ["star"], active: false }
  })
  expect([change.status, at(change.body, "events"), at(change.body, "active")]).toEqual([200, ["fork"], false])
  expect(at((await ask(`${url}/config`)).body, "secret")).toBe("********")
  expect((await ask(url, { method: "DELETE" })).status).toBe(204)
  expect((await ask(url)).status).toBe(404)
})

test("a ping on creation, and on request", async () => {
  const id = await make()
  const [ping] = await receiver.takeAll(1)
  expect([ping?.event, at(ping?.payload, "hook_id"), at(ping?.payload, "hook", "config", "secret")]).toEqual([
    "ping",
    id,
    "********"
  ])
  expect((await ask(`${hooks}/${id}/pings`, { method: "POST", body: {} })).status).toBe(204)
  expect((await receiver.takeAll(1))[0]?.event).toBe("ping")
})

test("deliveries are signed over their raw bytes and name their event", async () => {
  const id = await make()
  await star("hubot")
  const [one] = await receiver.take(1)
  const sign = (algorithm: string) =>
    createHmac(algorithm, "sesame")
      .update(one?.raw ?? "")
      .digest("hex")
  expect(one?.headers).toMatchObject({
    "content-type": "application/json",
    "x-github-event": "star",
    "x-github-hook-id": String(id),
    "x-github-hook-installation-target-id": "1296269",
    "x-github-hook-installation-target-type": "repository",
    "x-hub-signature": `sha1=${sign("sha1")}`,
    "x-hub-signature-256": `sha256=${sign("sha256")}`
  })
  expect(one?.guid).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
})

test("a form contains the JSON in one field, and is signed as sent", async () => {
  await make({}, { content_type: "form" })
  await star("hubot")
  const [one] = await receiver.take(1)
  expect(one?.headers["content-type"]).toBe("application/x-www-form-urlencoded")
  const payload: unknown = JSON.parse(new URLSearchParams(one?.raw.toString()).get("payload") ?? "")
  expect(at(payload, "action")).toBe("created")
  const digest = createHmac("sha256", "sesame")
    .update(one?.raw ?? "")
    .digest("hex")
  expect(one?.headers["x-hub-signature-256"]).toBe(`sha256=${digest}`)
})

test("without a secret nothing is signed", async () => {
  await ask(hooks, { body: { events: ["*"], config: { url: receiver.url(), content_type: "json" } } })
  const [ping] = await receiver.takeAll(1)
  expect(Object.keys(ping?.headers ?? {}).filter((name) => name.startsWith("x-hub"))).toEqual([])
})

test("one GUID for hooks of the repository and of its organization; each delivery names its own place", async () => {
  await make()
  await ask("/orgs/acme/hooks", { body: { name: "web", ...bodyOf() } })
  await star("hubot")
  const two = await receiver.take(2)
  expect(new Set(two.map(({ guid }) => guid)).size).toBe(1)
  expect(new Set(two.map(({ headers }) => headers["x-github-hook-installation-target-type"]))).toEqual(
    new Set(["organization", "repository"])
  )
  expect(two[0]?.raw.equals(two[1]?.raw ?? Buffer.of())).toBe(true)
})

test("nothing is sent for events that a hook does not listen to, or to an inactive hook", async () => {
  const id = await make({ events: ["fork"] })
  const active = await make({ events: ["star"] }, { url: `${receiver.url()}/other` })
  await ask(`${hooks}/${id}`, { method: "PATCH", body: { events: ["star"], active: false } })
  await star("hubot")
  const [one] = await receiver.take(1)
  expect(one?.headers["x-github-hook-id"]).toBe(String(active))
})

test("users who are not administrators get 404", async () => {
  const token = "sandbox-hubot-token-not-a-secret"
  expect((await ask(hooks, { token })).status).toBe(404)
  expect((await ask(hooks, { token, body: bodyOf() })).status).toBe(404)
  expect((await ask("/orgs/acme/hooks", { token })).status).toBe(404)
  expect((await ask("/orgs/initech/hooks")).status).toBe(404)
  expect((await ask("/orgs/acme/hooks")).status).toBe(200)
  expect((await ask("/repos/hubot/widgets/hooks", { token })).status).toBe(200)
})

const tokenWith = async (body: object) => String(at((await control("/tokens", body)).body, "token"))

test("a token needs the scope or the permission, for public repositories too", async () => {
  const none = await tokenWith({ scopes: ["repo:status"] })
  expect((await ask(hooks, { token: none })).status).toBe(404)
  const reads = await tokenWith({ scopes: ["read:repo_hook"] })
  expect((await ask(hooks, { token: reads })).status).toBe(200)
  expect((await ask(hooks, { token: reads, body: bodyOf() })).status).toBe(404)
  const writes = await tokenWith({ scopes: ["write:repo_hook"] })
  const creation = await ask(hooks, { token: writes, body: bodyOf() })
  expect(creation.status).toBe(201)
  const created = String(at(creation.body, "url"))
  expect((await ask(created, { token: writes, method: "DELETE" })).status).toBe(404)
  const ofPublic = await tokenWith({ scopes: ["public_repo"] })
  expect((await ask(created, { token: ofPublic, method: "DELETE" })).status).toBe(204)
  expect((await ask(hooks, { token: ofPublic, body: bodyOf() })).status).toBe(201)
  const fine = await tokenWith({ kind: "fine-grained", permissions: { issues: "write" } })
  expect((await ask(hooks, { token: fine })).status).toBe(403)
})

const problemOf = async (body: object, path = hooks) => {
  const answer = await ask(path, { body })
  return [answer.status, at(answer.body, "errors", 0, "message")]
}

test("at most 20 hooks per event, and no duplicates", async () => {
  for (let count = 0; count < 20; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    await make({ active: false }, { url: `${receiver.url()}/${count}` })
  }
  expect(await problemOf(bodyOf())).toEqual([422, 'The "star" event cannot have more than 20 hooks'])
  expect(await problemOf(bodyOf({ events: ["fork", "star"] }, { url: `${receiver.url()}/3` }))).toEqual([
    422,
    "Hook already exists on this repository"
  ])
  expect(await problemOf(bodyOf({ events: ["*"] }, { url: `${receiver.url()}/3` }))).toEqual([
    422,
    "Hook already exists on this repository"
  ])
  await make({ events: ["fork"] }, { url: `${receiver.url()}/3` })
})

test("an invalid hook is refused", async () => {
  expect(await problemOf({ config: {} })).toEqual([422, "url cannot be blank"])
  expect(await problemOf({ config: { url: "example.com" } })).toEqual([422, "url is missing a scheme"])
  expect(await problemOf({ config: { url: "ftp://example.com" } })).toEqual([422, "url has an unsupported scheme"])
  expect(await problemOf(bodyOf({ events: ["stars"] }))).toEqual([422, "These events are not supported: stars"])
  expect(await problemOf(bodyOf({ events: ["projects_v2_item"] }))).toEqual([
    422,
    "These events are not supported: projects_v2_item"
  ])
  expect(await problemOf(bodyOf({ events: [] }))).toEqual([422, "events cannot be empty"])
})

test("a test sends the last push to hooks that listen to pushes", async () => {
  const id = await make({ events: ["push"] })
  expect((await ask(`${hooks}/${id}/tests`, { method: "POST", body: {} })).status).toBe(204)
  const [push] = await receiver.take(1)
  expect([push?.event, at(push?.payload, "ref"), objects(at(push?.payload, "commits")).length]).toEqual([
    "push",
    "refs/heads/main",
    1
  ])
})

test("deliveries go where the hook's address says: a redirect is an answer like any other", async () => {
  receiver.answer(302, { location: `${receiver.url()}/elsewhere` })
  const id = await make()
  await star("hubot")
  await receiver.take(1)
  await expect
    .poll(async () => objects((await ask(`${hooks}/${id}/deliveries`)).body).map((one) => one["status"]))
    .toEqual(["Invalid HTTP Response: 302", "Invalid HTTP Response: 302"])
})

/** What is being created or changed while its token is revoked, or its account goes, is not stored. */
import dns from "node:dns/promises"
import { syncBuiltinESMExports } from "node:module"
import { setTimeout } from "node:timers/promises"

import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { plugin as codehost } from "@inlay/codehost"
import { startSandbox } from "@inlay/codehost-sandbox"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import { describe, expect, it, onTestFinished, vi } from "vitest"

import { Subscriptions } from "../../inbound/subscriptions/Subscriptions.ts"
import { backends } from "../../testing/backends.ts"
import { STARS, type EventHub, hubForTest } from "../../testing/events/hub.ts"
import { startHub, type Answer, type CallOptions } from "../../testing/hub-server.ts"

const { all } = backends()

describe.each(all)("on $name, a subscription that is being created", ({ place }) => {
  it.each([
    ["its token is revoked", 403, "DELETE", (id: string) => `/api/tokens/${id}`, undefined],
    ["its account is removed", 404, "DELETE", () => "/api/accounts/codehost/work", undefined],
    ["its account is renamed", 404, "PATCH", () => "/api/accounts/codehost/work", { name: "team" }]
  ] as const)("while %s is refused", async (_, status, method, path, change) => {
    const [asking, answer] = [Latch.makeUnsafe(), Latch.makeUnsafe()]
    const plugin: Plugin = {
      ...codehost,
      connect: (account) =>
        Effect.map(codehost.connect(account), (connection) => ({
          ...connection,
          // The service takes its time to say whether the target exists.
          check: (trigger, target) =>
            Effect.andThen(Effect.andThen(asking.open, answer.await), connection.check(trigger, target))
        }))
    }
    const service = await startSandbox()
    onTestFinished(service.close)
    const { directory, url } = await place()
    const hub = await startHub(directory, { plugins: [plugin], url })
    onTestFinished(hub.close)
    const manager = await hub.token({ manages: true })
    const values = { base_url: service.urls.codehost, token: service.env["INLAY_CODEHOST_TOKEN"] }
    const connected = await hub.call("POST", "/api/accounts", {
      token: manager,
      body: { plugin: "codehost", kind: "token", name: "work", values }
    })
    expect([connected.status, connected.text]).toEqual([201, connected.text])
    const { id, text: token } = (await hub.call("POST", "/api/tokens", { token: manager, body: { name: "agent" } }))
      .json

    const creating = hub.call("POST", "/api/subscriptions", {
      token,
      body: {
        ...STARS,
        account: "codehost/work",
        url: "http://127.0.0.1:9/agent"
      }
    })
    await Effect.runPromise(asking.await)
    const ended = await hub.call(method, path(id), { token: manager, ...(change && { body: change }) })
    expect([ended.text, ended.status < 300]).toEqual([ended.text, true])
    await Effect.runPromise(answer.open)
    const created = await creating
    expect([created.status, created.text]).toEqual([status, created.text])
    const { subscriptions } = (await hub.call("GET", "/api/subscriptions", { token: manager })).json
    expect(subscriptions).toEqual([])
  })
})

describe.each(all)("on $name, while its token is revoked, an account", ({ place }) => {
  it.each([
    ["connected", "POST", "/api/accounts", { plugin: "codehost", kind: "token", name: "theirs" }],
    ["changed", "PATCH", "/api/accounts/codehost/work", { name: "theirs" }]
  ] as const)("is not %s, although its service accepts it", async (_, method, path, more) => {
    const [asking, answer] = [Latch.makeUnsafe(), Latch.makeUnsafe()]
    let isSlow = false
    const accountKinds = codehost.accountKinds.map((kind) => ({
      ...kind,
      check: (account: Parameters<typeof kind.check>[0]) =>
        isSlow ? Effect.andThen(Effect.andThen(asking.open, answer.await), kind.check(account)) : kind.check(account)
    }))
    const service = await startSandbox()
    onTestFinished(service.close)
    const { directory, url } = await place()
    const hub = await startHub(directory, { plugins: [{ ...codehost, accountKinds }], url })
    onTestFinished(hub.close)
    const manager = await hub.token({ manages: true })
    const values = { base_url: service.urls.codehost, token: service.env["INLAY_CODEHOST_TOKEN"] }
    const body = { plugin: "codehost", kind: "token", name: "work", values }
    expect((await hub.call("POST", "/api/accounts", { token: manager, body })).status).toBe(201)
    const grant = { readOnly: false, manages: true }
    const made = await hub.call("POST", "/api/tokens", { token: manager, body: { name: "second", grant } })

    isSlow = true
    const storing = hub.call(method, path, { token: made.json.text, body: { ...more, values } })
    await Effect.runPromise(asking.await)
    expect((await hub.call("DELETE", `/api/tokens/${made.json.id}`, { token: manager })).status).toBe(204)
    await Effect.runPromise(answer.open)
    const stored = await storing
    expect([stored.status, stored.text]).toEqual([403, stored.text])
    const { accounts } = (await hub.call("GET", "/api/accounts", { token: manager })).json
    expect(accounts.map(({ id }: { id: string }) => id)).toEqual(["codehost/work"])
  })
})

it.each(all)(
  "on $name, an address that is looked up while a manager's token is revoked gets no events",
  async ({ place }) => {
    const hub = await hubForTest(await place())
    const { subscription } = await hub.subscribe("codehost_new_star")
    const path = `/api/subscriptions/${subscription.id}`
    const grant = { readOnly: false, manages: true }
    const { id, text: token } = (await hub.api("POST", "/api/tokens", { name: "second", grant })).json

    const [asking, answer] = [Latch.makeUnsafe(), Latch.makeUnsafe()]
    const looking = vi.spyOn(dns, "lookup").mockImplementation((async () => {
      await Effect.runPromise(Effect.andThen(asking.open, answer.await))
      return [{ address: "127.0.0.1", family: 4 }]
    }) as never)
    syncBuiltinESMExports()
    onTestFinished(() => {
      looking.mockRestore()
      syncBuiltinESMExports()
    })
    const changing = hub.call("PATCH", path, { token, body: { url: "http://theirs.example/" } })
    await Effect.runPromise(asking.await)
    expect((await hub.api("DELETE", `/api/tokens/${id}`)).status).toBe(204)
    await Effect.runPromise(answer.open)
    const changed = await changing
    expect([changed.status, changed.text]).toEqual([403, changed.text])
    expect((await hub.api("GET", path)).json.url).toBe(hub.agent.url)
  }
)

/** A caller, by what its requests carry, and what ends it. */
const callers: Readonly<Record<string, (hub: EventHub) => Promise<readonly [CallOptions, () => Promise<Answer>]>>> = {
  "a token": async (hub) => {
    const made = await hub.api("POST", "/api/tokens", { name: "second", grant: { readOnly: false } })
    const { id, text: token } = made.json
    return [{ token }, () => hub.api("DELETE", `/api/tokens/${id}`)]
  },
  "a console session": async (hub) => {
    const { origin } = new URL(hub.url)
    const opened = await hub.call("POST", "/api/session", { headers: { origin }, body: { link: await hub.link() } })
    const cookie = opened.headers.getSetCookie()[0]?.split(";", 1)[0] ?? ""
    return [{ headers: { origin, cookie } }, () => hub.api("DELETE", "/api/session/others")]
  }
}

describe.each(all)("on $name, what waits for its turn", ({ place }) => {
  it.each(Object.keys(callers))("of %s is not sent once it has ended", async (name) => {
    const hub = await hubForTest(await place())
    const [caller, end] = (await callers[name]?.(hub)) ?? expect.unreachable()
    const path = "/api/tools/codehost_create_issue/runs"
    // The code host's writes are a second apart.
    const writes = Array.from({ length: 5 }, (_, n) =>
      hub.call("POST", path, { ...caller, body: { input: { owner: "acme", repo: "widgets", title: `${n}` } } })
    )
    expect((await Promise.race(writes)).status).toBe(200)
    expect((await end()).status).toBeLessThan(300)
    const outcomes = await Promise.all(writes)
    const refusals = outcomes.filter(({ status }) => status !== 200)
    // The second is as old as what is not asked yet.
    expect(refusals.length).toBeGreaterThanOrEqual(3)
    expect(refusals.map(({ status, json }) => [status, json.error.message])).toEqual(
      refusals.map(() => [403, expect.stringMatching(/revoked or ended while the call waited.*Nothing was sent/)])
    )
  })
})

it.each(all)("on $name, a manager's token makes no token any more once it is revoked", async ({ place }) => {
  const hub = await hubForTest(await place())
  const grant = { readOnly: false, manages: true }
  const { id, text: token } = (await hub.api("POST", "/api/tokens", { name: "second", grant })).json
  const names = async (): Promise<ReadonlyArray<string>> =>
    (await hub.api("GET", "/api/tokens")).json.tokens.map(({ name }: { name: string }) => name).toSorted()
  const making = Array.from({ length: 200 }, (_, index) =>
    setTimeout(index / 2).then(() => hub.call("POST", "/api/tokens", { token, body: { name: `made-${index}`, grant } }))
  )
  await setTimeout(50)
  expect((await hub.api("DELETE", `/api/tokens/${id}`)).status).toBe(204)
  const known = await names()
  const statuses = new Set((await Promise.all(making)).map(({ status }) => status))
  expect([...statuses].filter((status) => ![201, 401, 403].includes(status))).toEqual([])
  expect(await names()).toEqual(known)
})

it.each(all)("on $name, a pairing code pairs no browser once the token that made it is revoked", async ({ place }) => {
  const { directory, url } = await place()
  const hub = await startHub(directory, { url })
  onTestFinished(hub.close)
  const manager = await hub.token({ manages: true })
  const grant = { readOnly: false, manages: true }
  const made = await hub.call("POST", "/api/tokens", { token: manager, body: { name: "second", grant } })
  const codeOf = async (token: string) =>
    (await hub.call("POST", "/api/pairing-codes", { token, body: { grant: { readOnly: false } } })).json.code as string
  const [theirs, own] = [await codeOf(made.json.text), await codeOf(manager)]
  expect((await hub.call("DELETE", `/api/tokens/${made.json.id}`, { token: manager })).status).toBe(204)
  const pair = (code: string) => hub.call("POST", "/api/pairings", { body: { code, browser: "Chrome" } })
  const refused = await pair(theirs)
  expect([refused.status, refused.json.error?.message]).toEqual([410, expect.stringContaining("was revoked")])
  expect((await pair(own)).status).toBe(201)
  const { tokens } = (await hub.call("GET", "/api/tokens", { token: manager })).json
  expect(tokens.filter(({ kind }: { kind: string }) => kind === "extension")).toHaveLength(1)
})

it.each(all)(
  "on $name, a subscription that ended after its request to enable it was checked stays off",
  async ({ place }) => {
    const hub = await hubForTest(await place())
    const { id: tokenId, text: token } = (await hub.api("POST", "/api/tokens", { name: "agent" })).json
    const created = await hub.call("POST", "/api/subscriptions", {
      token,
      body: {
        ...STARS,
        url: hub.agent.url,
        enabled: false
      }
    })
    const { id } = created.json
    await hub.api("DELETE", `/api/tokens/${tokenId}`)
    const enable = (mayRevive: boolean) =>
      hub.run(Subscriptions.use((subscriptions) => subscriptions.enable(id, mayRevive)))
    const isOn = async () => (await hub.api("GET", `/api/subscriptions/${id}`)).json.enabled
    expect([await enable(false), await isOn()]).toEqual([false, false])
    expect([await enable(true), await isOn()]).toEqual([true, true])
  }
)

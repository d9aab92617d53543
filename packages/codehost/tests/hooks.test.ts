/**
 * The plugin's webhooks against a real server: hooks are created once, adopted, repaired and removed, and their log is
 * read and redelivered from.
 */
import type { Webhooks } from "@inlay/agent-plugin/Webhooks"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { beforeEach, describe, expect, it } from "vitest"

import { answers } from "./answers.ts"
import { connectionOf } from "./connected.ts"
import { hookServer } from "./hook-server.ts"

const server = answers()
const service = hookServer()
beforeEach(() => {
  service.set([])
  server.answer(service.answer)
})

const portOf = async (settings: Readonly<Record<string, string>> = {}): Promise<Webhooks<never>> => {
  const { webhooks } = await connectionOf({ base_url: server.origin(), ...settings })
  if (webhooks === undefined) throw new Error("the plugin has no hooks")
  return webhooks
}

const run = <A>(effect: Effect.Effect<A, ProviderError>) => Effect.runPromise(effect)
const reasonOf = async (effect: Effect.Effect<unknown, ProviderError>) =>
  (await Effect.runPromise(Effect.flip(effect))).reason

const widgets = "repos/acme/widgets"
const hookSettings = {
  url: "https://hub.example/webhooks/h1",
  events: ["push", "issues"],
  secret: Redacted.make("hook-secret-canary")
}

describe.each([widgets, "orgs/acme"])("a hook of %s", (place) => {
  it("is created with its secret, and read back", async () => {
    const port = await portOf()
    const hook = await run(port.put(place, hookSettings))
    expect(hook).toEqual({ id: "1", url: hookSettings.url, events: hookSettings.events, isActive: true })
    expect(JSON.parse(server.asked().at(-1)?.body ?? "")).toEqual({
      name: "web",
      active: true,
      events: ["push", "issues"],
      config: { url: hookSettings.url, content_type: "json", insecure_ssl: "0", secret: "hook-secret-canary" }
    })
    expect(await run(port.list(place))).toEqual([hook])
  })

  it("that already has the address is adopted with its events, never doubled", async () => {
    service.set([{ id: 7, name: "web", active: true, events: ["star"], config: { url: hookSettings.url } }])
    const port = await portOf()
    expect(await run(port.put(place, hookSettings))).toMatchObject({ id: "7", events: ["star", "push", "issues"] })
    expect(service.hooks()).toHaveLength(1)
  })

  it("that was edited is repaired: address, events, secret and active state", async () => {
    service.set([{ id: 7, name: "web", active: false, events: ["star"], config: { url: "https://elsewhere.example" } }])
    const port = await portOf()
    expect(await run(port.put(place, { id: "7", ...hookSettings }))).toEqual({
      id: "7",
      url: hookSettings.url,
      events: ["push", "issues"],
      isActive: true
    })
    expect(service.hooks()).toMatchObject([{ config: { secret: "hook-secret-canary", insecure_ssl: "0" } }])
  })

  it("that was deleted is created again", async () => {
    const port = await portOf()
    expect(await run(port.put(place, { id: "99", ...hookSettings }))).toMatchObject({ id: "1", url: hookSettings.url })
  })

  it("is removed, and once more without harm", async () => {
    const port = await portOf()
    const { id } = await run(port.put(place, hookSettings))
    await run(port.remove(place, id))
    await run(port.remove(place, id))
    expect(service.hooks()).toEqual([])
  })
})

describe("a hook that cannot be created", () => {
  it("because there are already 20 is a Conflict with a rule", async () => {
    service.set(
      Array.from({ length: 20 }, (_, n) => ({
        id: n + 1,
        name: "web",
        active: true,
        events: ["push"],
        config: { url: `https://other.example/${n}` }
      }))
    )
    const port = await portOf()
    expect(await reasonOf(port.put(widgets, hookSettings))).toMatchObject({
      _tag: "Conflict",
      because: "rules",
      what: expect.stringContaining("acme/widgets already has 20 hooks")
    })
  })

  it("because the account may not see hooks names the missing right", async () => {
    const port = await portOf()
    expect(await reasonOf(port.put("repos/acme/gadgets", hookSettings))).toMatchObject({
      _tag: "Forbidden",
      needs: "admin of the repository"
    })
    expect(await reasonOf(port.list("orgs/others"))).toMatchObject({
      _tag: "Forbidden",
      needs: "owner of the organization"
    })
  })

  it("because the account is read-only, or limited to repositories, is refused unsent", async () => {
    const readOnly = await portOf({ read_only: "true" })
    expect(await reasonOf(readOnly.put(widgets, hookSettings))).toMatchObject({ guard: "readOnly" })
    const limited = await portOf({ repositories: "acme/widgets" })
    const before = server.asked().length
    expect(await reasonOf(limited.put("orgs/acme", hookSettings))).toMatchObject({ guard: "restriction" })
    expect(await reasonOf(limited.put("repos/acme/gadgets", hookSettings))).toMatchObject({ guard: "restriction" })
    expect(server.asked()).toHaveLength(before)
    expect(await run(limited.put(widgets, hookSettings))).toMatchObject({ id: "1" })
  })

  it("because its place is invalid is refused before anything is sent", async () => {
    const port = await portOf()
    for (const place of ["user", "repos/acme", "orgs/acme/more", "repos/acme/widgets/x", "users/grace"]) {
      expect(await reasonOf(port.put(place, hookSettings))).toMatchObject({
        _tag: "Invalid",
        fields: [{ field: "place" }]
      })
    }
    expect(await reasonOf(port.remove(widgets, "x"))).toMatchObject({ fields: [{ field: "hookId" }] })
    expect(server.asked()).toEqual([])
  })

  it("keeps its secret out of the error", async () => {
    const echo = { status: 422, body: { message: "Validation Failed: hook-secret-canary" } }
    server.answer(({ method }) => (method === "GET" ? { body: [] } : echo))
    const port = await portOf()
    const reason = await reasonOf(port.put(widgets, hookSettings))
    expect(reason._tag).toBe("Invalid")
    expect(JSON.stringify(reason)).not.toContain("hook-secret-canary")
  })
})

describe("the log of a hook", () => {
  const delivery = (id: number, status_code: number) => ({
    id,
    guid: `guid-${id}`,
    delivered_at: "2026-01-07T09:00:00Z",
    redelivery: false,
    duration: 0.1,
    status: status_code === 200 ? "OK" : "failed to connect",
    status_code,
    event: "issues",
    action: "opened",
    installation_id: null,
    repository_id: 1,
    request: { headers: { "X-GitHub-Event": "issues" }, payload: { repository: { full_name: "acme/widgets" } } },
    response: { headers: {}, payload: "" }
  })
  beforeEach(() => {
    service.set([{ id: 7, name: "web", active: true, events: ["issues"], config: { url: hookSettings.url } }])
    service.deliveries.splice(0, Infinity, delivery(3, 200), delivery(2, 0), delivery(1, 302))
  })

  it("is read page by page, and shows what arrived", async () => {
    const port = await portOf()
    const first = await run(port.deliveries(widgets, "7"))
    expect(first.items.map(({ deliveryId, isDelivered }) => [deliveryId, isDelivered])).toEqual([
      ["guid-3", true],
      ["guid-2", false]
    ])
    const second = await run(port.deliveries(widgets, "7", first.next))
    expect(second).toEqual({
      items: [{ id: "1", deliveryId: "guid-1", at: "2026-01-07T09:00:00Z", isDelivered: false }]
    })
  })

  it("is not read on if its next page is the one that was read", async () => {
    server.answer(() => ({
      body: [],
      headers: { link: `<${server.origin()}/repos/acme/widgets/hooks/7/deliveries?cursor=a>; rel="next"` }
    }))
    const port = await portOf()
    expect(await reasonOf(port.deliveries(widgets, "7", "a"))).toMatchObject({ _tag: "Decode" })
  })

  it("returns a missed event as it was sent, or sends it again", async () => {
    const port = await portOf()
    expect(await run(port.delivery(widgets, "7", "2"))).toEqual({
      deliveryId: "guid-2",
      event: { name: "issues", body: { repository: { full_name: "acme/widgets" } } },
      places: ["repos/acme/widgets"]
    })
    await run(port.redeliver(widgets, "7", "1"))
    expect(service.redelivered).toEqual(["1"])
  })

  it("of a renamed repository is sent from again, and the hook removed, under the new name", async () => {
    server.answer((received) => {
      const below = /^\/repos\/acme\/old(.*)$/.exec(received.target)
      if (below !== null) {
        return { status: 307, headers: { location: `${server.origin()}/repositories/7${below[1]}` }, body: {} }
      }
      if (received.target === "/repositories/7") {
        return {
          body: {
            id: 7,
            name: "widgets",
            full_name: "acme/widgets",
            owner: { login: "acme", id: 1 },
            private: false,
            html_url: "x"
          }
        }
      }
      return service.answer(received)
    })
    const port = await portOf()
    await run(port.redeliver("repos/acme/old", "7", "2"))
    expect(service.redelivered.at(-1)).toBe("2")
    await run(port.remove("repos/acme/old", "7"))
    expect(service.hooks()).toEqual([])
  })

  it("keeps all digits of an attempt's id past 2^53", async () => {
    const id = "3804004623172239366"
    const entry = { ...delivery(4, 502), id: "ID" }
    server.answer((received) =>
      received.method === "GET" ? { text: JSON.stringify([entry]).replace('"ID"', id) } : service.answer(received)
    )
    const port = await portOf()
    const [attempt] = (await run(port.deliveries(widgets, "7"))).items
    expect(attempt).toMatchObject({ id, isDelivered: false })
    await run(port.redeliver(widgets, "7", attempt?.id ?? ""))
    expect(server.asked().at(-1)?.target).toBe(`/repos/acme/widgets/hooks/7/deliveries/${id}/attempts`)
    for (const wrong of ["0", "01", "-1", "1e3", "9".repeat(40), "../9"]) {
      expect(await reasonOf(port.redeliver(widgets, "7", wrong))).toMatchObject({ fields: [{ field: "attemptId" }] })
    }
  })

  it("that no longer holds a payload says so", async () => {
    service.deliveries.splice(0, 1, { ...delivery(3, 200), request: { headers: null, payload: null } })
    const port = await portOf()
    expect(await reasonOf(port.delivery(widgets, "7", "3"))).toMatchObject({ _tag: "Decode" })
    expect(await reasonOf(port.delivery(widgets, "7", "9"))).toMatchObject({ _tag: "NotFound" })
  })
})

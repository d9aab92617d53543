/** What a paired browser may do with the subscriptions of others: read-only, it reads; nobody undoes a revocation. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { STARS, type EventHubOptions, hubForTest } from "../../testing/events/hub.ts"
import type { Place } from "../../testing/places.ts"
import { HubTokens } from "../credentials/HubTokens.ts"

const SOON = { timeout: 20_000 }
const REVOKED = "The token that created it was revoked."

const { all } = backends()

const world = async (place: Place, options?: EventHubOptions) => {
  const hub = await hubForTest(place, options)
  const paired = (readOnly: boolean) =>
    hub.run(
      HubTokens.use((tokens) =>
        Effect.map(
          tokens.create({ name: "Chrome", kind: "extension", grant: { readOnly }, expiresMillis: undefined }),
          ({ text }) => Redacted.value(text)
        )
      )
    )
  const ofToken = async (token: string, enabled = true) => {
    const { status, json, text } = await hub.call("POST", "/api/subscriptions", {
      token,
      body: {
        ...STARS,
        url: hub.agent.url,
        another: true,
        enabled
      }
    })
    expect([text, status]).toEqual([text, 201])
    hub.agent.expectSecret(json.secret as string)
    return json.id as string
  }
  return { hub, paired, ofToken }
}

describe.each(all)("on $name", ({ place }) => {
  it("a read-only browser sees the subscriptions of others, and changes and starts nothing of theirs", async () => {
    const { hub, paired, ofToken } = await world(await place())
    const { subscription } = await hub.subscribe("codehost_new_star")
    const hook = await hub.hook("repos/acme/widgets")
    await hook.deliver("star", star.body)
    await expect.poll(() => hub.agent.all.length, SOON).toBe(1)
    const [reader, writer] = [await paired(true), await paired(false)]
    const path = `/api/subscriptions/${subscription.id}`
    const deliveries = await hub.call("GET", "/api/deliveries", { token: reader })
    const ids = deliveries.json.items.map(({ id }: { id: string }) => id)
    expect(ids).toHaveLength(1)
    const requests = [
      ["DELETE", path],
      ["PATCH", path, { enabled: false }],
      ["POST", `${path}/secret`, {}],
      ["POST", `${path}/tests`, { send: true }],
      ["POST", "/api/deliveries/replay", { ids }],
      ["POST", "/api/deliveries/replay", { subscription: subscription.id, since: "2026-01-01", states: ["delivered"] }]
    ] as const
    for (const [method, at, body] of requests) {
      const { status, json } = await hub.call(method, at, { token: reader, body })
      expect([method, at, status, json.error?.needs]).toEqual([method, at, 403, "write"])
      expect(json.error.message).toContain("only reads")
    }
    expect((await hub.call("POST", `${path}/tests`, { token: reader, body: {} })).status).toBe(200)
    expect((await hub.api("GET", "/api/subscriptions")).json.subscriptions).toMatchObject([{ enabled: true }])
    expect(hub.agent.all).toHaveLength(1)

    const own = await ofToken(reader, false)
    expect((await hub.call("DELETE", `/api/subscriptions/${own}`, { token: reader })).status).toBe(204)
    const off = await hub.call("PATCH", path, { token: writer, body: { enabled: false } })
    expect([off.status, off.json.enabled]).toEqual([200, false])
  })

  it("a browser that writes changes no credits per event, address or secret of others", async () => {
    const { hub, paired, ofToken } = await world(await place())
    const { subscription } = await hub.subscribe("codehost_new_star", { creditsPerEvent: 1 })
    const writer = await paired(false)
    const capOf = (id: string, creditsPerEvent: number | null) =>
      hub.call("PATCH", `/api/subscriptions/${id}`, { token: writer, body: { name: "mine", creditsPerEvent } })
    for (const credits of [1_000, null]) {
      const { status, json } = await capOf(subscription.id, credits)
      expect([status, json.error?.needs]).toEqual([403, "manage"])
    }
    const path = `/api/subscriptions/${subscription.id}`
    for (const answer of [
      await hub.call("PATCH", path, { token: writer, body: { url: "https://mine.example/" } }),
      await hub.call("POST", `${path}/secret`, { token: writer, body: {} })
    ]) {
      expect([answer.status, answer.json.error?.needs]).toEqual([403, "manage"])
    }
    expect((await hub.api("GET", "/api/subscriptions")).json.subscriptions).toMatchObject([
      { creditsPerEvent: 1, url: hub.agent.url }
    ])
    const own = await ofToken(writer, false)
    expect((await capOf(own, 5)).json).toMatchObject({ name: "mine", creditsPerEvent: 5 })
  })

  it("a browser that writes starts no command on the hub's machine: it only switches it off, and removes it", async () => {
    const at = await place()
    const file = join(at.directory, "started")
    const exec = [process.execPath, "-e", `require("fs").appendFileSync(${JSON.stringify(file)}, "x")`]
    const { hub, paired } = await world(at, { allowExec: true })
    const { id } = (await hub.api("POST", "/api/subscriptions", { ...STARS, exec })).json as { readonly id: string }
    const hook = await hub.hook("repos/acme/widgets")
    await hook.deliver("star", star.body)
    const starts = () => (existsSync(file) ? readFileSync(file, "utf8").length : 0)
    await expect.poll(starts, SOON).toBe(1)
    const writer = await paired(false)
    const path = `/api/subscriptions/${id}`
    const by = async (method: string, of: string, body?: unknown) => {
      const { status, json } = await hub.call(method, of, { token: writer, body })
      return [status, json?.error?.needs]
    }
    const { items } = (await hub.api("GET", "/api/deliveries")).json
    const ids = items.map((one: { readonly id: string }) => one.id)
    expect(await by("POST", `${path}/tests`, { send: true })).toEqual([403, "manage"])
    expect(await by("POST", "/api/deliveries/replay", { ids })).toEqual([403, "manage"])
    expect(await by("PATCH", path, { filters: {} })).toEqual([403, "manage"])
    expect(await by("POST", `${path}/tests`, {})).toEqual([200, undefined])
    expect(await by("PATCH", path, { enabled: false })).toEqual([200, undefined])
    expect(await by("PATCH", path, { enabled: true })).toEqual([403, "manage"])
    expect((await hub.api("GET", path)).json).toMatchObject({ enabled: false })
    expect((await hub.api("POST", `${path}/tests`, { send: true })).json.sent).toMatchObject({ delivered: true })
    expect(starts()).toBe(2)
    expect(await by("DELETE", path)).toEqual([204, undefined])
  })

  it("what a revocation switched off is switched on only by those who manage the hub", async () => {
    const { hub, paired, ofToken } = await world(await place())
    const { id, text } = (await hub.api("POST", "/api/tokens", { name: "ci" })).json as Readonly<Record<string, string>>
    const [running, paused] = [await ofToken(text!), await ofToken(text!, false)]
    expect((await hub.api("DELETE", `/api/tokens/${id}`)).status).toBe(204)
    const writer = await paired(false)
    for (const one of [running, paused]) {
      const path = `/api/subscriptions/${one}`
      // Switching it off once more does not make it one that its owner switched off.
      expect((await hub.call("PATCH", path, { token: writer, body: { enabled: false } })).json).toMatchObject({
        disabledBecause: REVOKED
      })
      const refusals = [
        await hub.call("PATCH", path, { token: writer, body: { enabled: true } }),
        await hub.call("POST", `${path}/tests`, { token: writer, body: { send: true } })
      ]
      expect(refusals.map(({ status, json }) => [status, json.error?.needs])).toEqual([
        [403, "manage"],
        [403, "manage"]
      ])
      expect(refusals[0]?.json.error.message).toContain(REVOKED)
      expect((await hub.api("PATCH", path, { enabled: true })).json).toMatchObject({ enabled: true })
    }
    expect(hub.agent.all).toEqual([])
  })
})

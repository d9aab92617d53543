/** What a token that is revoked leaves: its subscriptions are off, and send nothing more; on both databases. */
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import { describe, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { STARS, hubForTest } from "../../testing/events/hub.ts"
import type { Place } from "../../testing/places.ts"
import { inlay } from "../../testing/processes/command.ts"

const SOON = { timeout: 20_000 }
const REVOKED = "The token that created it was revoked."

const { all, directory } = backends()

/** A hub with a subscription of a token, and one of the hub's owner. The agent accepts only the owner's. */
const twoSubscriptions = async (place: Place) => {
  const hub = await hubForTest(place)
  const { id, text } = (await hub.api("POST", "/api/tokens", { name: "ci" })).json as Readonly<Record<string, string>>
  const { subscription: owners } = await hub.subscribe("codehost_new_star", { name: "owner’s" })
  const { json, status } = await hub.call("POST", "/api/subscriptions", {
    token: text,
    body: {
      name: "token’s",
      ...STARS,
      url: `${hub.agent.url}/of-token`
    }
  })
  expect(status).toBe(201)
  hub.agent.answers((response, { body }) => void response.writeHead(body.subscription === owners.id ? 200 : 503).end())
  const hook = await hub.hook("repos/acme/widgets")
  const deliver = (second: number) => hook.deliver("star", { ...star.body, starred_at: `2026-06-01T00:00:0${second}Z` })
  const startsOf = (subscription: string) =>
    hub.agent.all.filter(({ body }) => body.subscription === subscription).length
  const subscriptions = async () => (await hub.api("GET", "/api/subscriptions")).json.subscriptions as unknown
  return { hub, deliver, startsOf, subscriptions, token: id ?? "", owners: owners.id, tokens: json.id as string }
}

describe.each(all)("on $name", ({ place }) => {
  it("switches its subscriptions off with what they have yet to send, and those of nobody else", async () => {
    const { hub, deliver, startsOf, subscriptions, token, owners, tokens } = await twoSubscriptions(await place())
    await deliver(1)
    await expect.poll(() => [startsOf(owners), startsOf(tokens)], SOON).toEqual([1, 1])
    expect((await hub.api("DELETE", `/api/tokens/${token}`)).status).toBe(204)
    expect(await subscriptions()).toMatchObject([
      { name: "owner’s", enabled: true, disabledBecause: null },
      { name: "token’s", enabled: false, disabledBecause: REVOKED }
    ])
    const { items } = (await hub.api("GET", `/api/deliveries?subscription=${tokens}`)).json
    expect(items).toMatchObject([{ state: "dead", why: REVOKED }])
    await deliver(2)
    await expect.poll(() => startsOf(owners), SOON).toBe(2)
    expect(startsOf(tokens)).toBe(1)
  })
})

it("does the same from the command line beside the server, and says so", async () => {
  const at = directory()
  const { deliver, startsOf, subscriptions, owners, tokens } = await twoSubscriptions({ directory: at, url: undefined })
  const { stdout } = await inlay(["tokens", "revoke", "ci", "--data", at])
  expect(stdout).toBe("The token ci is revoked. The subscription that it created is switched off.\n")
  expect(await subscriptions()).toMatchObject([{ enabled: true }, { enabled: false, disabledBecause: REVOKED }])
  await deliver(1)
  await expect.poll(() => startsOf(owners), SOON).toBe(1)
  expect(startsOf(tokens)).toBe(0)
})

it("leaves the subscriptions of a browser on that ends its own pairing: it may have been paired again", async () => {
  const { hub, subscriptions } = await twoSubscriptions({ directory: directory(), url: undefined })
  const { code } = (await hub.api("POST", "/api/pairing-codes", { grant: { readOnly: false } })).json
  const { token } = (await hub.call("POST", "/api/pairings", { body: { code, browser: "Chrome" } })).json
  const created = await hub.call("POST", "/api/subscriptions", {
    token,
    body: {
      ...STARS,
      url: hub.agent.url,
      another: true
    }
  })
  expect(created.status).toBe(201)
  expect((await hub.call("DELETE", "/api/session", { token })).status).toBe(204)
  expect((await hub.call("GET", "/api/session", { token })).status).toBe(401)
  expect(await subscriptions()).toMatchObject([{ enabled: true }, { enabled: true }, { enabled: true }])
})

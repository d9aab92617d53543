/** What becomes of an account's webhooks when the account is disconnected, on both databases. */
import type { Account } from "@inlay/agent-plugin/Account"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { plugin as codehost } from "@inlay/codehost"
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import { invalid, ProviderError } from "@inlay/core-http/ProviderError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { deliveryHeaders, hubForTest } from "../../testing/events/hub.ts"
import { Hooks } from "../hooks.ts"
import { Inbox } from "../inbox.ts"
import { removeHooksOf } from "./account-hooks.ts"

const { all } = backends()

const SOON = { timeout: 20_000 }
const PLACE = "repos/acme/widgets"
const WORK = "/api/accounts/codehost/work"
const DAY = 86_400_000

describe.each(all)("an account is disconnected on $name, and", ({ place }) => {
  /** A hub whose account `work` has a webhook at the service, and one that somebody set up by hand. */
  const hubAtWork = async (plugin: Plugin = codehost) => {
    const hub = await hubForTest(await place(), { plugins: [plugin] })
    const token = (
      await hub.codeHost.control<{ readonly token: string }>("/tokens", { login: "mona", scopes: ["repo"] })
    ).token
    const { INLAY_CODEHOST_BASE_URL: base_url } = hub.codeHost.env
    const values = { base_url, token }
    const connected = await hub.api("POST", "/api/accounts", {
      plugin: "codehost",
      kind: "token",
      name: "work",
      values
    })
    expect(connected.status).toBe(201)
    await hub.subscribe("codehost_new_star", { account: "codehost/work" })
    // The service has a webhook before the hub knows its id.
    await expect
      .poll(async () => (await hub.run(Hooks.use(({ list }) => list)))[0]?.remoteId, SOON)
      .toBeTypeOf("string")
    const byHand = await hub.api("POST", "/api/hooks", { account: "codehost/work", place: "orgs/acme" })
    const { id, secret } = byHand.json as { readonly id: string; readonly secret: string }
    const deliver = async () => {
      const body = JSON.stringify(star.body)
      return (await hub.call("POST", `/webhooks/${id}`, { body, headers: deliveryHeaders(secret, "star", body) }))
        .status
    }
    const hooks = async () => (await hub.api("GET", "/api/hooks")).json.hooks
    await expect.poll(async () => (await hooks()).length, SOON).toBe(2)
    return { hub, token, deliver, hooks }
  }

  it("its webhooks are removed at the service; deliveries to one set up by hand get 404", async () => {
    const { hub, deliver, hooks } = await hubAtWork()
    expect(await deliver()).toBe(202)
    const { status, json } = await hub.api("DELETE", WORK)
    expect([status, await hooks()]).toEqual([200, []])
    expect(await hub.codeHost.hooksAt(PLACE)).toEqual([])
    expect(json.left).toContain("Its webhooks at orgs/acme stay at the service, where nothing accepts their deliveries")
    await expect.poll(deliver, SOON).toBe(404)
  })

  it("if it stays because it cannot be revoked, its webhooks are set up again at once", async () => {
    const down = new ProviderError({
      provider: "codehost",
      operation: "revoke",
      reason: { _tag: "Unavailable", what: "It is down.", status: 503 }
    })
    const accountKinds = codehost.accountKinds.map((kind) => ({ ...kind, revoke: () => Effect.fail(down) }))
    const { hub } = await hubAtWork({ ...codehost, accountKinds })
    const [before] = await hub.codeHost.hooksAt(PLACE)
    expect((await hub.api("DELETE", WORK)).status).toBe(502)
    const hooks = () => hub.codeHost.hooksAt(PLACE)
    await expect.poll(async () => (await hooks()).map(({ id }) => id !== before?.id), SOON).toEqual([true])
  })

  it("a round of the hooks in the meantime does not set its webhooks up again", async () => {
    const [revoking, revoked] = [Latch.makeUnsafe(), Latch.makeUnsafe()]
    const accountKinds = codehost.accountKinds.map((kind) => ({
      ...kind,
      revoke: () => Effect.as(Effect.andThen(revoking.open, revoked.await), { revoked: true })
    }))
    const { hub, hooks } = await hubAtWork({ ...codehost, accountKinds })
    const removal = hub.api("DELETE", WORK)
    await Effect.runPromise(revoking.await)
    expect(await hub.codeHost.hooksAt(PLACE)).toEqual([])
    // The second round begins after the first has ended.
    for (const [index, trigger] of ["codehost_new_star", "codehost_new_issue"].entries()) {
      await hub.subscribe(trigger, { target: { owner: "acme", repo: "gadgets" } })
      const events = async () => (await hub.codeHost.hooksAt("repos/acme/gadgets"))[0]?.events.length
      await expect.poll(events, SOON).toBe(index + 1)
    }
    await Effect.runPromise(revoked.open)
    expect((await removal).status).toBe(200)
    const places = (await hooks()).map((hook: { readonly place: string }) => hook.place)
    expect([places, await hub.codeHost.hooksAt(PLACE)]).toEqual([["repos/acme/gadgets"], []])
  })

  it("if the service does not let it remove them, they are named, and their deliveries get 404, too", async () => {
    const { hub, token, deliver, hooks } = await hubAtWork()
    await hub.codeHost.control("/tokens/revoke", { token })
    const { status, json } = await hub.api("DELETE", WORK)
    expect([status, (await hub.codeHost.hooksAt(PLACE)).length, await hooks()]).toEqual([200, 1, []])
    expect(json.left).toContain("Its webhooks at orgs/acme, repos/acme/widgets stay at the service")
    await expect.poll(deliver, SOON).toBe(404)
  })

  it("if that fails, and is tried again, the webhooks that it removed are not named", async () => {
    const hub = await hubForTest(await place())
    await hub.subscribe("codehost_new_star")
    const ids = Effect.map(
      Hooks.use(({ list }) => list),
      (hooks) => hooks.map(({ remoteId }) => typeof remoteId)
    )
    await expect.poll(() => hub.run(ids), SOON).toEqual(["string"])
    // No server sets them up again in between.
    await hub.stop()
    const removable = {
      connect: () => Effect.succeed({ webhooks: { remove: () => Effect.void } })
    } as unknown as Plugin
    const connected = { plugin: removable, account: {} as Account }
    const removing = removeHooksOf({ plugin: "codehost", name: "env" }, connected, Duration.seconds(1))
    expect([await hub.run(removing), await hub.run(removing)]).toEqual([[], []])
  })

  it("if the service does not answer, it is asked once, and not for each webhook in turn", async () => {
    const hub = await hubForTest(await place())
    const repositories = ["widgets", "gadgets"]
    for (const repo of repositories) await hub.subscribe("codehost_new_star", { target: { owner: "acme", repo } })
    const ids = Effect.map(
      Hooks.use(({ list }) => list),
      (hooks) => hooks.map(({ remoteId }) => typeof remoteId)
    )
    await expect.poll(() => hub.run(ids), SOON).toEqual(["string", "string"])
    let requests = 0
    const silent = new ProviderError({
      provider: "codehost",
      operation: "deleteHook",
      reason: { _tag: "Timeout", what: "No answer within 20 s.", sent: true }
    })
    const remove = () => Effect.suspend(() => Effect.fail(((requests += 1), silent)))
    const unreachable = { connect: () => Effect.succeed({ webhooks: { remove } }) } as unknown as Plugin
    const connected = { plugin: unreachable, account: {} as Account }
    const left = await hub.run(removeHooksOf({ plugin: "codehost", name: "env" }, connected, Duration.seconds(1)))
    expect([left, requests]).toEqual([["repos/acme/gadgets", "repos/acme/widgets"], 1])
  })

  it("if this version refuses its settings, its webhooks are named, and it can be disconnected", async () => {
    const hub = await hubForTest(await place())
    await hub.hook("orgs/acme")
    const refusing = { connect: () => Effect.fail(invalid("codehost", "connect", [])) } as unknown as Plugin
    const connected = { plugin: refusing, account: {} as Account }
    const left = removeHooksOf({ plugin: "codehost", name: "env" }, connected, Duration.seconds(1))
    expect(await hub.run(left)).toEqual(["orgs/acme"])
  })

  it("a webhook that was just being set up goes with the next check", async () => {
    const hub = await hubForTest(await place())
    const byHand = await hub.hook("orgs/acme")
    const hooks = SqlClient.SqlClient.use((sql) => sql<{ readonly account: string }>`SELECT account FROM hooks`)
    await hub.run(
      SqlClient.SqlClient.use((sql) => sql`UPDATE hooks SET account = 'gone', remote_id = '7' WHERE id = ${byHand.id}`)
    )
    await hub.subscribe("codehost_new_star")
    await expect.poll(() => hub.run(hooks), SOON).toEqual([{ account: "env" }])
  })

  it("what could not be processed for a week is removed", async () => {
    const hub = await hubForTest(await place())
    await hub.stop()
    const states = hub.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const [index, days] of [6, 8].entries()) {
          const received_millis = Date.now() - days * DAY
          const next_millis = Date.now() + DAY
          yield* sql`INSERT INTO inbox ${sql.insert({
            hook: "none",
            digest: String(index),
            headers: "{}",
            body: new Uint8Array(),
            source: "webhook",
            received_millis,
            state: "new",
            tries: 1,
            next_millis
          })}`
        }
        yield* (yield* Inbox).sweep
        return yield* sql`SELECT digest FROM inbox`
      })
    )
    expect(await states).toEqual([{ digest: "0" }])
  })
})

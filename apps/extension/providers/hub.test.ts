// Steps through a hub over real HTTP: requests of one way never go the other way, even when the worker or the hub dies.
import { assert, describe } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { vi } from "vitest"

import { AT_HUB } from "../tests/hub/paired-worker.ts"
import { answerFor, CODE, failed, json, PREVIEW, startStandIn, TOKEN } from "../tests/hub/stand-in.ts"
import { live, PREVIEWS, RUN, runs, why } from "../tests/hub/world.ts"
import { ANN, BOB, NEW_FORM, OF, PURCHASE, values } from "../tests/whole-worker.ts"
import { Database } from "../vault/database/Database.ts"

const EMPLOYER = { name: "Acme", domain: "acme.com.au", abn: null, profileUrl: null }
/** Ann's record, with the company where she works. */
const withEmployer = (answer: unknown) => {
  const { record, ...rest } = answer as { readonly record: object }
  return { ...rest, record: { ...record, company: EMPLOYER } }
}

const CHARGE = { id: "row-1", operation: "enrichPerson", keys: [], since: "2026-11-20T10:00:00Z", mayHaveCost: 2 }

describe("through the hub", () => {
  live("a page is previewed and bought with the hub's account, price, caps and identifiers", (world) =>
    Effect.gen(function* () {
      const preview = yield* world.preview
      assert.deepInclude(preview, { state: "ready" })
      if (preview.state !== "ready") return
      assert.deepStrictEqual(preview.payer, { plugin: "salesdata", account: "hub:team", names: ["hub:team"] })
      assert.deepStrictEqual(preview.price, {
        upTo: 2,
        spentToday: 3,
        cap: { kind: "principal", limit: 5, left: 4 },
        hub: "hub-1"
      })
      assert.strictEqual(runs(world).length, 0)
      const outcome = yield* world.enrich()
      assert.deepInclude(outcome, { state: "match", charged: 2, inPage: "shown" })
      assert.deepStrictEqual(world.hub.state.bought, ["ann-lee"])
      assert.deepStrictEqual(runs(world)[0]?.body["account"], "team")
      assert.notProperty(runs(world)[0]?.body, "unknownCharge")
      assert.deepInclude(runs(world)[0]?.body, { maxCredits: 2 })
      // The hub's identity is checked before the token is sent.
      assert.strictEqual(world.hub.state.asked[0]?.path, "/api/hub")
      assert.isUndefined(world.hub.state.asked[0]?.authorization)
    })
  )

  live("nothing is bought at another hub than the one that showed the price", (world) =>
    Effect.gen(function* () {
      const preview = yield* world.preview
      const other = yield* Effect.promise(() => startStandIn())
      other.state.id = "hub-2"
      other.state.tokenId = "tok-2"
      yield* world.ask("pairHub", { address: other.origin, code: CODE, browser: "Chrome on Linux" })
      if (preview.state !== "ready") return assert.fail(preview.state)
      const { upTo, hub } = preview.price
      const person = { ...AT_HUB, subject: `person ${ANN}`, upTo, hub }
      const criteria = { position: "Engineer", seniority: "", department: "", company: "" }
      const outcome = yield* world.ask("enrich", { ...person, tabId: 1, consent: "refresh", place: "popup" })
      const search = yield* Effect.flip(world.ask("people", { ...person, ...criteria }))
      // The other hub has bought Ann's record, and not her company's.
      other.state.instead = ({ path }) => {
        if (path === PREVIEWS)
          return json(200, { ...PREVIEW, cached: { match: true, fetchedAt: "2026-11-20T10:00:00Z" } })
        if (path === RUN) return json(200, { output: withEmployer(answerFor("ann-lee")) })
        if (path.endsWith("/previews")) return json(200, PREVIEW)
        return undefined
      }
      const employer = yield* world.ask("employer", { ...person, tabId: 1, consent: "charge" })
      const problems = [outcome, employer].map((one) => (one.state === "failed" ? why(one.error) : one.state))
      assert.deepStrictEqual([...problems, why(search)], ["changed", "changed", "changed"])
      assert.deepStrictEqual(other.state.bought, [])
      yield* Effect.promise(other.close)
    })
  )

  live("an unknown charge of the hub blocks the lookup, and is settled there", (world) =>
    Effect.gen(function* () {
      world.hub.state.instead = ({ path }) =>
        path === PREVIEWS ? json(200, { ...PREVIEW, blocking: [CHARGE] }) : undefined
      const preview = yield* world.preview
      assert.strictEqual(preview.state === "unknownCharge" ? preview.charges[0]?.id : preview.state, "row-1")
      yield* world.ask("settleCharge", { ...AT_HUB, id: "row-1", credits: 2 })
      const settled = world.hub.state.asked.find(({ path }) => path === "/api/charges/row-1")
      assert.deepStrictEqual(settled?.body, { charged: 2 })
      yield* world.enrich("chargeAgain")
      assert.strictEqual(runs(world)[0]?.body["unknownCharge"], "ask_again")
      assert.notProperty(runs(world)[0]?.body, "refresh")
      yield* world.enrich("refresh")
      assert.deepInclude(runs(world)[1]?.body, { refresh: true })
      const spending = yield* world.ask("spending", AT_HUB)
      assert.deepStrictEqual([spending.today, spending.unknownCharges.map(({ id }) => id)], [4, ["row-1"]])
    })
  )

  live(
    "an unknown charge that was settled elsewhere is reported as such, and a hub that cannot settle one as it says",
    (world) =>
      Effect.gen(function* () {
        const failures = [
          failed(404, { reason: "NotFound", what: "There is no such charge." }),
          failed(429, { reason: "RateLimited", what: "Too many requests." })
        ]
        world.hub.state.instead = ({ path }) => (path === "/api/charges/row-1" ? failures.shift() : undefined)
        const settle = Effect.flip(world.ask("settleCharge", { ...AT_HUB, id: "row-1", credits: 2 }))
        assert.strictEqual(why(yield* settle), "chargeSettled")
        assert.strictEqual((yield* settle).reason, "RateLimited")
      })
  )

  live("the mark counts what is unknown at the hub, from the lookup that left it until it is settled", (world) =>
    Effect.gen(function* () {
      const [charges, elsewhere] = [new Set<string>(), new Set<string>()]
      world.hub.state.instead = ({ method, path }) => {
        if (path === RUN) {
          charges.add("row-1")
          return failed(502, { reason: "Timeout", what: "No answer in time.", charged: "unknown" })
        }
        if (path === "/api/charges/row-1" && method === "POST") charges.delete("row-1")
        return path === "/api/charges"
          ? json(200, {
              charges: [
                ...[...charges].map((id) => ({ ...CHARGE, id, account: "salesdata/team" })),
                ...[...elsewhere].map((id) => ({ ...CHARGE, id, account: `salesdata/${id}` }))
              ]
            })
          : undefined
      }
      assert.strictEqual(world.browser.state.mark, "")
      assert.strictEqual((yield* world.enrich()).state, "failed")
      assert.strictEqual(world.browser.state.mark, "1")
      // Somebody settles it in the hub's console, and another one appears.
      charges.clear()
      charges.add("row-2").add("row-3")
      yield* world.ask("spending", AT_HUB)
      assert.strictEqual(world.browser.state.mark, "2")
      // Those of accounts that the settings cannot list are left to the console.
      elsewhere.add("renamed").add("broken")
      charges.delete("row-2")
      const { unknownCharges } = yield* world.ask("spending", AT_HUB)
      assert.deepStrictEqual(
        unknownCharges.map(({ id }) => id),
        ["row-3"]
      )
      yield* world.ask("settleCharge", { ...AT_HUB, id: "row-1", credits: 2 })
      assert.strictEqual(world.browser.state.mark, "1")
      yield* world.ask("unpairHub", {})
      assert.strictEqual(world.browser.state.mark, "")
    })
  )

  live("a lookup whose hub is gone counts as unknown until the hub says what became of it", (world) =>
    Effect.gen(function* () {
      let isGone = true
      world.hub.state.instead = ({ path }) =>
        isGone && (path === RUN || path === "/api/charges")
          ? (response) => void response.destroy()
          : path === "/api/charges"
            ? json(200, { charges: [] })
            : undefined
      const outcome = yield* world.enrich()
      assert.deepInclude(outcome.state === "failed" ? outcome.error : {}, { charged: "unknown" })
      assert.strictEqual(world.browser.state.mark, "1")
      yield* world.enrich()
      assert.strictEqual(world.browser.state.mark, "2")
      yield* world.ask("pairHub", { address: world.hub.origin, code: CODE, browser: "Chrome on Linux" })
      assert.strictEqual(world.browser.state.mark, "", "another pairing begins without it")
      yield* world.enrich()
      assert.strictEqual(world.browser.state.mark, "1")
      isGone = false
      assert.strictEqual((yield* world.enrich()).state, "match")
      assert.strictEqual(world.browser.state.mark, "")
    })
  )

  live("a lookup that was not sent, because the browser is offline, is not unknown", (world) =>
    Effect.gen(function* () {
      yield* Effect.addFinalizer(() => Effect.sync(() => vi.unstubAllGlobals()))
      world.hub.state.instead = ({ path }) => {
        if (path === PREVIEWS) vi.stubGlobal("navigator", { onLine: false })
        return undefined
      }
      const outcome = yield* world.enrich()
      assert.deepStrictEqual(runs(world), [])
      const error = outcome.state === "failed" ? outcome.error : undefined
      assert.deepStrictEqual([why(error), error?.charged], ["gone", undefined])
      assert.strictEqual(world.browser.state.mark, "")
    }).pipe(Effect.scoped)
  )

  live("two lookups whose hub is gone at once both count", (world) =>
    Effect.gen(function* () {
      let arrival = Promise.withResolvers<() => void>()
      world.hub.state.instead = ({ path }) => {
        if (path === RUN) return (response) => arrival.resolve(() => void response.destroy())
        return path === "/api/charges" ? (response) => void response.destroy() : undefined
      }
      const lookups: Array<Fiber.Fiber<{ readonly state: string }, unknown>> = []
      const losses: Array<() => void> = []
      for (const address of [ANN, BOB]) {
        arrival = Promise.withResolvers()
        world.browser.state.address = address
        lookups.push(yield* Effect.forkChild(world.enrich("charge", address)))
        losses.push(yield* Effect.promise(() => arrival.promise))
      }
      for (const lose of losses) lose()
      for (const lookup of lookups) assert.strictEqual((yield* Fiber.join(lookup)).state, "failed")
      assert.strictEqual(world.browser.state.mark, "2")
    })
  )

  live("a lookup that was answered counts nothing if the hub is gone afterwards", (world) =>
    Effect.gen(function* () {
      let refusal: ReturnType<typeof failed> | undefined
      world.hub.state.instead = ({ path }) =>
        path === RUN ? refusal : path === "/api/charges" ? (response) => void response.destroy() : undefined
      assert.strictEqual((yield* world.enrich()).state, "match")
      refusal = failed(429, { reason: "RateLimited", what: "Too many lookups." })
      assert.strictEqual((yield* world.enrich()).state, "failed")
      assert.strictEqual(world.browser.state.mark, "")
    })
  )

  live("a lookup that fails after the hub was unpaired counts nothing", (world) =>
    Effect.gen(function* () {
      const arrived = Promise.withResolvers<() => void>()
      world.hub.state.instead = ({ path }) =>
        path === RUN ? (response) => arrived.resolve(() => response.destroy()) : undefined
      const lookup = yield* Effect.forkChild(world.enrich())
      const lose = yield* Effect.promise(() => arrived.promise)
      yield* world.ask("unpairHub", {})
      lose()
      assert.strictEqual((yield* Fiber.join(lookup)).state, "failed")
      yield* world.ask("chooseWay", { plugin: "salesdata", way: "direct" })
      assert.strictEqual(world.browser.state.mark, "")
    })
  )

  live("its refusals and failures are the hub's own, with their remedies", (world) =>
    Effect.gen(function* () {
      world.hub.state.instead = ({ path }) =>
        path === RUN
          ? failed(403, {
              reason: "Refused",
              guard: "cap",
              what: "This would go past the cap.",
              nothing: "sent",
              remedy: { to: "raiseCap", cap: "principal" },
              cap: { kind: "principal", limit: 5, spent: 5 }
            })
          : undefined
      const outcome = yield* world.enrich()
      assert.deepInclude(outcome.state === "failed" ? outcome.error : {}, {
        reason: "Refused",
        guard: "cap",
        what: "This would go past the cap.",
        remedy: { to: "raiseCap", cap: "principal" },
        isFromHub: true
      })
    })
  )

  live("what its pairing does not allow is changed in this browser's settings", (world) =>
    Effect.gen(function* () {
      const isFromHub: Array<boolean> = []
      for (const provider of ["inlay", "salesdata"]) {
        const refusal = failed(403, { provider, reason: "Forbidden", what: "It may only read." })
        world.hub.state.instead = ({ path }) => (path === RUN ? refusal : undefined)
        const outcome = yield* world.enrich()
        isFromHub.push(outcome.state === "failed" && outcome.error.isFromHub === true)
      }
      assert.deepStrictEqual(isFromHub, [false, true])
    })
  )

  live("this browser's own account never takes over when the hub fails, nor the reverse", (world) =>
    Effect.gen(function* () {
      yield* world.ask("saveAccount", { ...NEW_FORM, values: { ...values, base_url: world.hub.origin }, force: true })
      yield* Effect.promise(world.hub.close)
      const preview = yield* world.preview
      assert.strictEqual(preview.state === "failed" ? why(preview.error) : preview.state, "gone")
      const outcome = yield* world.enrich()
      assert.strictEqual(outcome.state === "failed" ? why(outcome.error) : outcome.state, "gone")
      yield* world.ask("chooseWay", { plugin: "salesdata", way: "direct" })
      const alone = yield* world.preview
      assert.strictEqual(alone.state === "ready" ? alone.payer.account : alone.state, "default")
    })
  )

  live("a record that this browser alone has bought is reported before the hub buys it again", (world) =>
    Effect.gen(function* () {
      const person = {
        person: {
          full_name: "Ann Lee",
          emails: [],
          profile_url: ANN,
          company: { name: "Acme", domain: "acme.example" }
        }
      }
      world.hub.state.instead = ({ path }) => (path.startsWith("/v1/") ? json(200, person) : undefined)
      const form = { ...values, base_url: `${world.hub.origin}/v1` }
      yield* world.ask("saveAccount", { ...NEW_FORM, values: form, force: true })
      assert.deepInclude(yield* world.preview, { state: "ready", savedBy: undefined })
      yield* world.ask("chooseWay", { plugin: "salesdata", way: "direct" })
      const alone = yield* world.ask("enrich", PURCHASE)
      assert.strictEqual(alone.state, "match")
      yield* world.ask("chooseWay", { plugin: "salesdata", way: "hub" })
      const preview = yield* world.preview
      assert.deepInclude(preview, { state: "ready", savedBy: "default" })
    })
  )

  live("a plugin that runs without the hub does not contact it", (world) =>
    Effect.gen(function* () {
      yield* world.ask("saveAccount", { ...NEW_FORM, values, force: true })
      yield* world.ask("chooseWay", { plugin: "salesdata", way: "direct" })
      world.hub.state.asked.length = 0
      assert.deepInclude(yield* world.preview, { state: "ready", isHubApart: true })
      yield* world.ask("spending", OF)
      assert.deepStrictEqual(world.hub.state.asked, [])
      yield* world.ask("unpairHub", {})
      assert.deepInclude(yield* world.preview, { state: "ready", isHubApart: false })
    })
  )

  live("an account that the hub cannot use buys nothing", (world) =>
    Effect.gen(function* () {
      const outcome = yield* world.ask("enrich", { ...PURCHASE, account: "hub:broken" })
      assert.deepInclude(outcome.state === "failed" ? outcome.error.own : {}, { is: "notConnected" })
      assert.deepStrictEqual(runs(world), [])
    })
  )

  live("an account that the hub no longer has is not previewed: the one that it has is", (world) =>
    Effect.gen(function* () {
      const preview = yield* world.ask("preview", { tabId: 1, account: "hub:gone" })
      assert.deepInclude(preview, {
        state: "ready",
        payer: { plugin: "salesdata", account: "hub:team", names: ["hub:team"] }
      })
    })
  )

  live("the account that was chosen last is used until the hub no longer has it", (world) =>
    Effect.gen(function* () {
      const team = { plugin: "salesdata", name: "team", ok: true, settings: { profile_site: "network.example" } }
      const other = { profile_site: "other.example" }
      const accounts = [
        { ...team, plugin: "analytics", settings: {} },
        { ...team, name: "first", settings: other },
        team
      ]
      world.hub.state.instead = ({ path }) =>
        path === "/api/accounts"
          ? json(200, { accounts })
          : path === RUN
            ? failed(404, { reason: "NotFound", what: "There is no such account." })
            : undefined
      yield* world.ask("chooseAccount", AT_HUB)
      const payer = Effect.map(world.preview, (preview) =>
        preview.state === "ready" ? preview.payer.account : preview
      )
      assert.strictEqual(yield* payer, "hub:team")
      accounts.pop()
      assert.strictEqual((yield* world.enrich()).state, "failed")
      world.browser.state.address = "https://other.example/in/ann-lee"
      assert.strictEqual(yield* payer, "hub:first")
    })
  )

  live("of what is forgotten, this browser erases its part", (world) =>
    Effect.gen(function* () {
      const about = { ...AT_HUB, tabId: 1, subject: `person ${ANN}` }
      yield* world.ask("saveNote", { ...about, text: "Renewal in March" })
      yield* world.ask("forget", about)
      assert.deepStrictEqual(yield* world.ask("note", about), { text: "" })
    })
  )

  live("its part is erased even if the hub does not answer, and nothing is sent to it", (world) =>
    Effect.gen(function* () {
      const about = { ...AT_HUB, tabId: 1, subject: `person ${ANN}` }
      yield* world.ask("saveNote", { ...about, text: "Renewal in March" })
      const notes = Effect.flatMap(Database, ({ transact }) =>
        transact<ReadonlyArray<unknown>>("test.notes", ["notes"], "readonly", (transaction, give) => {
          const all: IDBRequest<Array<unknown>> = transaction.objectStore("notes").getAll()
          all.onsuccess = () => give(all.result)
        })
      ).pipe(Effect.provide(Database.layer(world.browser.database)))
      assert.notDeepEqual(yield* notes, [])
      yield* Effect.promise(world.hub.close)
      // A new worker does not know the hub's accounts.
      yield* world.stop
      const { ask } = yield* world.browser.start
      world.browser.state.address = BOB
      const moved = yield* Effect.flip(ask("forget", about))
      assert.strictEqual(moved.own?.is, "movedOn")
      world.browser.state.address = ANN
      yield* ask("forget", about)
      assert.deepStrictEqual(yield* notes, [])
    })
  )

  live("a lookup that is under way at the hub is awaited, not bought twice", (world) =>
    Effect.gen(function* () {
      world.hub.state.instead = ({ path }) =>
        path === PREVIEWS ? json(200, { ...PREVIEW, isUnderWay: true }) : undefined
      assert.strictEqual((yield* world.preview).state, "busy")
    })
  )
})

describe("a worker that dies", () => {
  live("in the middle of a run leaves the decision to the hub, and the next worker buys nothing by itself", (world) =>
    Effect.gen(function* () {
      const arrived = yield* Deferred.make<void>()
      world.hub.state.instead = ({ path }) => {
        if (path !== RUN) return undefined
        Deferred.doneUnsafe(arrived, Effect.void)
        return () => undefined
      }
      const asking = yield* Effect.forkChild(world.enrich())
      yield* Deferred.await(arrived)
      yield* Fiber.interrupt(asking)
      yield* world.stop
      world.hub.state.instead = ({ path }) =>
        path === PREVIEWS ? json(200, { ...PREVIEW, isUnderWay: true }) : undefined
      const later = yield* world.browser.start
      assert.strictEqual((yield* later.ask("preview", { tabId: 1, account: null })).state, "busy")
      assert.strictEqual(runs(world).length, 1)
      yield* later.stop
    })
  )

  live("after its hub was restarted continues with it", (world) =>
    Effect.gen(function* () {
      yield* world.enrich()
      yield* Effect.promise(world.hub.close)
      assert.strictEqual((yield* world.preview).state, "failed")
      const again = yield* Effect.promise(() => startStandIn(world.hub.port))
      assert.strictEqual((yield* world.preview).state, "ready")
      world.browser.state.address = BOB
      assert.strictEqual((yield* world.enrich("charge", BOB)).state, "match")
      assert.deepStrictEqual(again.state.bought, ["bob-tan"])
      yield* Effect.promise(again.close)
    })
  )
})

live("no message to a page contains the token", (world) =>
  Effect.gen(function* () {
    const replies = yield* Effect.all([
      world.preview,
      world.enrich(),
      world.ask("hub", {}),
      world.ask("accounts", {}),
      world.ask("spending", AT_HUB)
    ])
    assert.notInclude(JSON.stringify(replies), TOKEN)
  })
)

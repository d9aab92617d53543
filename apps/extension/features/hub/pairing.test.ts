// Pairing over real HTTP: with the right hub, the wrong program, the wrong code and the wrong address.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { vi } from "vitest"

import type { HubProblem } from "../../messaging/failure.ts"
import { browserOf } from "../../tests/hub/paired-worker.ts"
import { CODE, failed, json, startStandIn, TOKEN, type StandIn } from "../../tests/hub/stand-in.ts"
import { HOST_FORM, hostValues } from "../../tests/samples/codehost.ts"
import { emptySessionStorage } from "../../tests/session-storage.ts"
import { NEW_FORM, quiet, values } from "../../tests/whole-worker.ts"
import { Database } from "../../vault/database/Database.ts"
import { keepSecret } from "../repository/added-secret.ts"
import { keyFor } from "../repository/requests.ts"
import { browserName } from "./browser-name.ts"

const live = (title: string, body: (hub: StandIn) => Effect.Effect<void, unknown, Scope.Scope>) =>
  it.live(title, () =>
    quiet(
      Effect.scoped(
        Effect.flatMap(
          Effect.acquireRelease(
            Effect.promise(() => startStandIn()),
            (hub) => Effect.promise(hub.close)
          ),
          body
        )
      )
    )
  )

const whyOf = (address: string, code = CODE) =>
  Effect.gen(function* () {
    const { ask } = yield* browserOf().start
    const error = yield* Effect.flip(ask("pairHub", { address, code, browser: "Chrome on Linux" }))
    return error.own?.is === "hub" ? error.own.why : JSON.stringify(error)
  })

describe("pairing", () => {
  live("stores the hub, and its token never in plain text", (hub) =>
    Effect.gen(function* () {
      const { start, database } = browserOf()
      const { ask } = yield* start
      const view = yield* ask("pairHub", { address: ` ${hub.origin}/ `, code: CODE, browser: "Chrome on Linux" })
      assert.deepStrictEqual(view, { origin: hub.origin, version: "9.9.9", name: "Chrome on Linux" })
      const request = hub.state.asked.find(({ path }) => path === "/api/pairings")
      assert.deepStrictEqual(Object.keys(request?.body ?? {}).toSorted(), ["browser", "code"])
      const rows = yield* Effect.promise(
        () =>
          new Promise<ReadonlyArray<unknown>>((resolve) => {
            const opening = indexedDB.open(database)
            opening.onsuccess = () => {
              const all = opening.result.transaction("preferences").objectStore("preferences").getAll()
              all.onsuccess = () => resolve(all.result)
            }
          })
      )
      assert.notInclude(JSON.stringify(rows), TOKEN)
      // Another worker of the same browser finds the pairing.
      const later = yield* start
      assert.strictEqual((yield* later.ask("hub", {})).hub?.origin, hub.origin)
    })
  )

  live("makes plugins without an account here run through the hub, and leaves the rest unchanged", (hub) =>
    Effect.gen(function* () {
      const { ask } = yield* browserOf().start
      yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      const state = yield* ask("hub", {})
      assert.deepStrictEqual(
        state.plugins.map(({ plugin, way, isChoice, accountsAtHub }) => [plugin, way, isChoice, accountsAtHub?.length]),
        [
          ["codehost", "hub", true, 0],
          ["salesdata", "hub", true, 1],
          ["analytics", "hub", false, 1]
        ]
      )
      const other = yield* browserOf().start
      yield* other.ask("saveAccount", { ...NEW_FORM, values, force: true })
      yield* other.ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      const { plugins } = yield* other.ask("hub", {})
      assert.strictEqual(plugins.find(({ plugin }) => plugin === "salesdata")?.way, "direct")
    })
  )

  live("with the same hub again keeps the account that was chosen there; another hub has its own", (hub) =>
    Effect.gen(function* () {
      const settings = { profile_site: "network.example" }
      const accounts = ["east", "west"].map((name) => ({ plugin: "salesdata", name, ok: true, settings }))
      hub.state.instead = ({ path }) => (path === "/api/accounts" ? json(200, { accounts }) : undefined)
      const { ask } = yield* browserOf().start
      const payer = Effect.map(ask("preview", { tabId: 1, account: null }), (preview) =>
        preview.state === "ready" ? preview.payer.account : JSON.stringify(preview)
      )
      yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      assert.strictEqual(yield* payer, "hub:east")
      yield* ask("chooseAccount", { plugin: "salesdata", account: "hub:west" })
      hub.state.tokenId = "tok-2"
      yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      assert.strictEqual(yield* payer, "hub:west")
      hub.state.id = "hub-2"
      hub.state.tokenId = "tok-3"
      yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      assert.strictEqual(yield* payer, "hub:east")
    })
  )

  live("forgets the secrets and drafts of the hub's accounts as it ends, and if it is with another hub", (hub) =>
    Effect.gen(function* () {
      emptySessionStorage()
      const { ask } = yield* browserOf().start
      const pair = ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      const repository = { plugin: "codehost", account: "hub:team", owner: "acme", repo: "widgets" }
      const adding = { ...repository, trigger: "codehost_new_issue", filters: {}, url: "https://agent.example" }
      const others = { run: "1", [`draft ${keyFor("reply", { ...repository, account: "work" })} 7`]: "Here." }
      const ofHub = {
        [`draft ${keyFor("reply", repository)} 7`]: "There.",
        [`sent ${keyFor("trigger", repository)}`]: {}
      }
      const keep = Effect.promise(async () => {
        await keepSecret({ ...adding, secret: "whsec_1" })
        await chrome.storage.session.set({ ...others, ...ofHub })
      })
      const stored = Effect.promise(() => chrome.storage.session.get())
      yield* pair
      yield* keep
      const before = yield* stored
      hub.state.tokenId = "tok-2"
      yield* pair
      assert.deepStrictEqual(yield* stored, before)
      hub.state.id = "hub-2"
      yield* pair
      assert.deepStrictEqual(yield* stored, others)
      yield* keep
      yield* ask("unpairHub", {})
      assert.deepStrictEqual(yield* stored, others)
    })
  )

  live("has the menu offer profile links of the network of the accounts that are used", (hub) =>
    Effect.gen(function* () {
      const { start, state } = browserOf()
      const { ask } = yield* start
      const offered = () => state.linkSites.filter((site) => site.endsWith(".example"))
      yield* ask("saveAccount", { ...NEW_FORM, values: { ...values, profile_site: "own.example" }, force: true })
      assert.deepStrictEqual(offered(), ["own.example"])
      yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      yield* ask("hub", {})
      assert.deepStrictEqual(offered(), ["own.example"])
      yield* ask("chooseWay", { plugin: "salesdata", way: "hub" })
      yield* ask("hub", {})
      assert.deepStrictEqual(offered(), ["network.example"])
      // The worker's start does not ask the hub.
      const later = yield* start
      yield* later.ask("accounts", {})
      yield* Effect.sleep("400 millis")
      assert.deepStrictEqual(offered(), ["network.example"])
      yield* later.ask("unpairHub", {})
      assert.deepStrictEqual(offered(), ["own.example"])
    })
  )

  live("has the menu offer repositories of the code hosts that are used, and of no other account's address", (hub) =>
    Effect.gen(function* () {
      const { start, state } = browserOf()
      const { ask } = yield* start
      yield* ask("saveAccount", { ...NEW_FORM, values, force: true })
      assert.deepStrictEqual(state.repositoryHosts, [])
      yield* ask("saveAccount", { ...HOST_FORM, values: hostValues, force: true })
      assert.deepStrictEqual(state.repositoryHosts, ["code.acme.example"])
      yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      yield* ask("chooseWay", { plugin: "codehost", way: "hub" })
      // Known once a page has asked the hub for them.
      state.repositoryHosts = ["code.hub.example"]
      const later = yield* start
      yield* later.ask("accounts", {})
      yield* Effect.sleep("400 millis")
      assert.deepStrictEqual(state.repositoryHosts, ["code.hub.example"])
    })
  )

  live("again revokes the earlier token, only at a hub that proves that it knows the token", (hub) =>
    Effect.gen(function* () {
      const { ask } = yield* browserOf().start
      const ended = () => hub.state.asked.filter(({ method }) => method === "DELETE").length
      yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      hub.state.knowsProof = false
      yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      yield* Effect.sleep("100 millis")
      assert.strictEqual(ended(), 0)
      assert.notInclude(JSON.stringify(hub.state.asked), TOKEN)
      hub.state.knowsProof = true
      yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      while (ended() === 0) yield* Effect.sleep("5 millis")
    })
  )

  live("with a hub that has moved to another address revokes the earlier token there", (hub) =>
    Effect.gen(function* () {
      const { ask } = yield* browserOf().start
      yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      yield* Effect.promise(hub.close)
      const moved = yield* Effect.acquireRelease(
        Effect.promise(() => startStandIn()),
        ({ close }) => Effect.promise(close)
      )
      moved.state.tokenId = "tok-2"
      yield* ask("pairHub", { address: moved.origin, code: CODE, browser: "Chrome on Linux" })
      const requests = moved.state.asked.map(({ method, path, query }) => [method, path, query.get("token")])
      assert.deepStrictEqual(requests, [
        ["GET", "/api/hub", null],
        // Proves that it knows the earlier token, which it gets only then.
        ["GET", "/api/hub", "tok-1"],
        ["POST", "/api/pairings", null],
        ["GET", "/api/hub", "tok-1"],
        ["DELETE", "/api/session", null]
      ])
      assert.strictEqual(moved.state.asked[2]?.body["replaces"], TOKEN)
    })
  )

  live("ends at the hub and here; if the hub is gone, only here, and the user is told", (hub) =>
    Effect.gen(function* () {
      const { ask } = yield* browserOf().start
      yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      assert.deepStrictEqual(yield* ask("originsInUse", {}), { origins: [hub.origin] })
      assert.deepStrictEqual(yield* ask("unpairHub", {}), { isRevoked: true })
      assert.deepStrictEqual(yield* ask("originsInUse", {}), { origins: [] })
      assert.isTrue(hub.state.asked.some(({ method, path }) => method === "DELETE" && path === "/api/session"))
      assert.deepStrictEqual(yield* ask("hub", {}), { hub: null, problem: null, plugins: [] })
      yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      yield* Effect.promise(hub.close)
      assert.deepStrictEqual(yield* ask("unpairHub", {}), { isRevoked: false })
    })
  )

  live("ends here, and counts as ended at the hub, if the hub does not know it any more", (hub) =>
    Effect.gen(function* () {
      const { ask } = yield* browserOf().start
      yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      hub.state.instead = ({ method }) =>
        method === "DELETE" ? failed(401, { provider: "inlay", reason: "Unauthorized" }) : undefined
      assert.deepStrictEqual(yield* ask("unpairHub", {}), { isRevoked: true })
      assert.deepStrictEqual(yield* ask("originsInUse", {}), { origins: [] })
    })
  )

  live("ends here alone if its token can no longer be read, and the user is told", (hub) =>
    Effect.gen(function* () {
      const { database, start } = browserOf()
      const { ask } = yield* start
      yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      const { write } = yield* Effect.provide(Database, Database.layer(database))
      yield* write<void>("test.clear", "keys", (keys, give) => {
        keys.clear()
        give()
      })
      assert.deepStrictEqual(yield* ask("unpairHub", {}), { isRevoked: false })
      assert.isNull((yield* ask("hub", {})).hub)
    })
  )

  live("with another hub stays, although the end of the earlier pairing takes longer", (hub) =>
    Effect.gen(function* () {
      const other = yield* Effect.acquireRelease(
        Effect.promise(() => startStandIn()),
        ({ close }) => Effect.promise(close)
      )
      const { ask } = yield* browserOf().start
      yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      const ending = Promise.withResolvers<() => void>()
      hub.state.instead = ({ method }) =>
        method === "DELETE" ? (response) => ending.resolve(() => void response.writeHead(204).end()) : undefined
      const unpairing = yield* Effect.forkChild(ask("unpairHub", {}))
      const end = yield* Effect.promise(() => ending.promise)
      const pairing = yield* Effect.forkChild(
        ask("pairHub", { address: other.origin, code: CODE, browser: "Chrome on Linux" })
      )
      // Long enough for a pairing that does not wait for the end of the earlier one.
      for (let times = 0; times < 100; times += 1) {
        if ((yield* ask("originsInUse", {})).origins.includes(other.origin)) break
      }
      end()
      yield* Fiber.join(unpairing)
      yield* Fiber.join(pairing)
      assert.deepStrictEqual(yield* ask("originsInUse", {}), { origins: [other.origin] })
      assert.strictEqual((yield* ask("hub", {})).problem, null)
    })
  )

  it.live.each([
    "http://hub.example",
    "http://192.168.1.2:4670",
    "http://127.0.0.1.evil.example",
    "https://hub.example/path",
    "https://me@hub.example",
    "https://me:pw@hub.example",
    "https://hub.example?x=1",
    "https://hub.example#x",
    "hub.example",
    "ftp://hub.example",
    "https://",
    ""
  ])("sends nothing to %s", (address) =>
    Effect.map(quiet(whyOf(address)), (why) => assert.strictEqual(why, "badAddress"))
  )

  const bad: ReadonlyArray<readonly [HubProblem, string, (hub: StandIn) => void]> = [
    ["codeWrong", "a wrong code", () => undefined],
    ["codeUsed", "a used code", ({ state }) => pairingFails(state, 409, "Conflict")],
    ["codeEnded", "an ended code", ({ state }) => pairingFails(state, 410, "Conflict")],
    ["codesRefused", "too many codes", ({ state }) => pairingFails(state, 429, "RateLimited")],
    ["older", "an older hub", ({ state }) => void (state.protocol = 0)],
    ["newer", "a newer hub", ({ state }) => void (state.protocol = 2)],
    [
      "older",
      "a hub that has no greeting yet",
      ({ state }) => void (state.instead = () => failed(401, { provider: "inlay", reason: "Unauthorized" }))
    ],
    [
      "otherAddress",
      "a hub that does not serve this address",
      ({ state }) => void (state.instead = () => failed(421, { provider: "inlay", reason: "Refused" }))
    ],
    ["notAHub", "another program with JSON", ({ state }) => void (state.instead = () => json(200, { hello: 1 }))],
    ["notAHub", "another program's failures", ({ state }) => void (state.instead = () => json(404, { error: "no" }))],
    [
      "notAHub",
      "a web page",
      ({ state }) => void (state.instead = () => (response) => void response.end("<!doctype html><h1>Hello</h1>"))
    ],
    [
      "notAHub",
      "a redirect",
      ({ state }) =>
        void (state.instead = () => (response) => void response.writeHead(302, { location: "https://x.example" }).end())
    ],
    [
      "notAHub",
      "50 MB",
      ({ state }) => void (state.instead = () => (response) => void response.end("x".repeat(50_000_000)))
    ]
  ]
  const pairingFails = (state: StandIn["state"], status: number, reason: string) => {
    state.instead = ({ path }) => (path === "/api/pairings" ? failed(status, { provider: "inlay", reason }) : undefined)
  }
  for (const [why, title, spoil] of bad) {
    live(`is refused as ${why} by ${title}`, (hub) =>
      Effect.gen(function* () {
        spoil(hub)
        assert.strictEqual(yield* whyOf(hub.origin, why === "codeWrong" ? "WRON-GONE" : CODE), why)
        // The code is sent only to hubs with this protocol version.
        const pairings = hub.state.asked.filter(({ path }) => path === "/api/pairings")
        assert.strictEqual(pairings.length, why.startsWith("code") ? 1 : 0)
      })
    )
  }

  live("asks nothing of an address for which the browser has no permission", (hub) =>
    Effect.gen(function* () {
      const { state, start } = browserOf()
      state.denied.add(hub.origin)
      const { ask } = yield* start
      const error = yield* Effect.flip(ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" }))
      assert.deepStrictEqual(error.own, { is: "hostDenied", origin: hub.origin })
      assert.deepStrictEqual(hub.state.asked, [])
    })
  )

  live("is refused if another hub answers than the one that greeted, and stores nothing of it", (hub) =>
    Effect.gen(function* () {
      hub.state.instead = ({ path }) => {
        if (path === "/api/pairings") hub.state.id = "hub-2"
        return undefined
      }
      const { ask } = yield* browserOf().start
      const error = yield* Effect.flip(ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" }))
      assert.deepInclude(error.own, { is: "hub", why: "another" })
      assert.isNull((yield* ask("hub", {})).hub)
    })
  )

  live("ends its token at the hub if it cannot be stored here", (hub) =>
    Effect.gen(function* () {
      const { ask } = yield* browserOf().start
      const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
        throw new Error("the disk is full")
      })
      yield* Effect.flip(ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" }))
      put.mockRestore()
      assert.deepInclude(hub.state.asked.at(-1), { method: "DELETE", path: "/api/session" })
    })
  )

  live("is stored as a whole, or not at all: with the plugins that run through it", (hub) =>
    Effect.gen(function* () {
      const { ask } = yield* browserOf().start
      const put = Reflect.get(IDBObjectStore.prototype, "put")
      const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
        this: IDBObjectStore,
        ...row
      ) {
        if ((row[1] as string).startsWith("hub.way.")) throw new Error("the disk is full")
        return put.apply(this, row)
      })
      yield* Effect.flip(ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" }))
      full.mockRestore()
      assert.isNull((yield* ask("hub", {})).hub)
      assert.deepInclude(hub.state.asked.at(-1), { method: "DELETE", path: "/api/session" })
    })
  )

  live("reports that no hub answers", (hub) =>
    Effect.gen(function* () {
      yield* Effect.promise(hub.close)
      assert.strictEqual(yield* whyOf(hub.origin), "gone")
    })
  )
})

it("names a browser by its name and system only", () => {
  const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36"
  assert.strictEqual(browserName(chrome), "Chrome on Linux")
  assert.strictEqual(browserName(`${chrome} Edg/156.0`), "Edge on Linux")
  assert.strictEqual(browserName("Mozilla/5.0 (Windows NT 10.0; rv:153.0) Gecko Firefox/153.0"), "Firefox on Windows")
  assert.strictEqual(browserName("nothing"), "Browser")
})

// Steps through a hub, over real HTTP: what is asked of one way never goes by the other, and a bad hub gets nothing bought,
// nothing shown as somebody else's, and nothing run.
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import type { HubProblem } from "../messaging/failure.ts"
import { AT_HUB, pairedWorker } from "../tests/hub/paired-worker.ts"
import { answerFor, failed, json, PREVIEW, startStandIn, TOKEN, type Asked } from "../tests/hub/stand-in.ts"
import { ANN, BOB, FORM, OF, quiet, values } from "../tests/whole-worker.ts"

type World = Effect.Success<typeof pairedWorker>

const live = (title: string, body: (world: World) => Effect.Effect<void, unknown>) =>
  it.live(title, () => quiet(Effect.scoped(Effect.flatMap(pairedWorker, body))))

const RUN = "/api/tools/salesdata_people_enrichment/runs"
const PREVIEWS = "/api/tools/salesdata_people_enrichment/previews"

const stateOf = (world: World) => Effect.map(world.enrich(), (outcome) => outcome)

const why = (error: unknown): string => {
  const own = (error as { readonly own?: { readonly is: string; readonly why?: HubProblem } } | undefined)?.own
  return own?.is === "hub" ? (own.why ?? "") : (own?.is ?? "")
}

const runs = ({ hub }: World) => hub.state.asked.filter(({ path }) => path === RUN)

describe("through the hub", () => {
  live("a page is previewed and bought by the hub's account, price, caps and identifiers", (world) =>
    Effect.gen(function* () {
      const preview = yield* world.preview
      assert.deepInclude(preview, { state: "ready" })
      if (preview.state !== "ready") return
      assert.deepStrictEqual(preview.payer, { plugin: "salesdata", account: "hub:team", names: ["hub:team"] })
      assert.deepStrictEqual(preview.price, {
        upTo: 2,
        spentToday: 3,
        cap: { kind: "principal", limit: 5, left: 4 }
      })
      assert.strictEqual(runs(world).length, 0)
      const outcome = yield* world.enrich()
      assert.deepInclude(outcome, { state: "match", charged: 2, inPage: "shown" })
      assert.deepStrictEqual(world.hub.state.bought, ["ann-lee"])
      assert.deepStrictEqual(runs(world)[0]?.body["account"], "team")
      assert.notProperty(runs(world)[0]?.body, "unknownCharge")
      // Whom it talks to is known before the token is sent.
      assert.strictEqual(world.hub.state.asked[0]?.path, "/api/hub")
      assert.isUndefined(world.hub.state.asked[0]?.authorization)
    })
  )

  live("an unknown charge of the hub stands in the way, and is settled there", (world) =>
    Effect.gen(function* () {
      const charge = { id: "row-1", operation: "enrichPerson", keys: [], since: "2026-11-20T10:00:00Z", mayHaveCost: 2 }
      world.hub.state.instead = ({ path }) =>
        path === PREVIEWS ? json(200, { ...PREVIEW, blocking: [charge] }) : undefined
      const preview = yield* world.preview
      assert.strictEqual(preview.state === "undecided" ? preview.charges[0]?.id : preview.state, "row-1")
      yield* world.ask("settleCharge", { ...AT_HUB, id: "row-1", credits: 2 })
      const settled = world.hub.state.asked.find(({ path }) => path === "/api/charges/row-1")
      assert.deepStrictEqual(settled?.body, { charged: 2 })
      yield* world.enrich("chargeAgain")
      assert.strictEqual(runs(world)[0]?.body["unknownCharge"], "ask_again")
      const spending = yield* world.ask("spending", AT_HUB)
      assert.deepStrictEqual([spending.today, spending.undecided.map(({ id }) => id)], [4, ["row-1"]])
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
        remedy: { to: "raiseCap", cap: "principal" }
      })
    })
  )

  live("nothing falls to this browser's own account when the hub fails, nor the other way round", (world) =>
    Effect.gen(function* () {
      yield* world.ask("saveAccount", { ...FORM, values: { ...values, base_url: world.hub.origin }, force: true })
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

  live("what runs alone does not ask the hub", (world) =>
    Effect.gen(function* () {
      yield* world.ask("saveAccount", { ...FORM, values, force: true })
      yield* world.ask("chooseWay", { plugin: "salesdata", way: "direct" })
      world.hub.state.asked.length = 0
      yield* world.preview
      yield* world.ask("spending", OF)
      assert.deepStrictEqual(world.hub.state.asked, [])
    })
  )

  live("what the hub keeps is not erased from here, which is said", (world) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(world.ask("forget", { ...AT_HUB, tabId: 1, subject: `person ${ANN}` }))
      assert.strictEqual(why(error), "atHub")
    })
  )

  live("a lookup that is under way at the hub is waited for, not bought twice", (world) =>
    Effect.gen(function* () {
      world.hub.state.instead = ({ path }) =>
        path === PREVIEWS ? json(200, { ...PREVIEW, isUnderWay: true }) : undefined
      assert.strictEqual((yield* world.preview).state, "busy")
    })
  )
})

describe("another hub at the address", () => {
  const moved: ReadonlyArray<readonly [string, HubProblem, (state: World["hub"]["state"]) => void]> = [
    ["says who it is", "another", (state) => void (state.id = "hub-2")],
    ["takes the other one's name, and cannot prove it", "another", (state) => void (state.knowsProof = false)],
    ["has revoked this browser", "revoked", (state) => void (state.isRevoked = true)],
    ["was updated past this extension", "newer", (state) => void (state.protocol = 7)],
    ["is older again", "older", (state) => void (state.protocol = 0)]
  ]
  for (const [title, problem, change] of moved) {
    live(`${title}: it gets no token and no page`, (world) =>
      Effect.gen(function* () {
        // A worker that has just begun has no proof yet.
        yield* world.stop
        change(world.hub.state)
        const later = yield* world.browser.start
        const preview = yield* later.ask("preview", { tabId: 1, account: null })
        assert.strictEqual(preview.state === "failed" ? why(preview.error) : preview.state, problem)
        assert.isTrue(
          world.hub.state.asked.every(({ path, authorization }) => path === "/api/hub" && authorization === undefined)
        )
        assert.notInclude(JSON.stringify(world.hub.state.asked), "ann-lee")
        yield* later.stop
      })
    )
  }

  live("a token that is revoked in the middle ends everything until it is paired again", (world) =>
    Effect.gen(function* () {
      yield* world.preview
      world.hub.state.isRevoked = true
      const outcome = yield* world.enrich()
      assert.strictEqual(outcome.state === "failed" ? why(outcome.error) : outcome.state, "revoked")
      assert.deepStrictEqual(world.hub.state.bought, [])
    })
  )
})

/** What a run answers, and what the popup is then told. */
const HOSTILE: ReadonlyArray<readonly [string, unknown]> = [
  ["nothing", null],
  ["a list", []],
  ["a text", "match"],
  ["an output of another shape", { output: { hello: 1 } }],
  ["a match without a record", { output: { ...(answerFor("ann-lee") as object), record: null } }],
  [
    "a record of wrong types",
    { output: { ...(answerFor("ann-lee") as object), record: { name: 7, emails: "x", phones: {} } } }
  ],
  [
    "a name that is an object",
    { output: { ...(answerFor("ann-lee") as object), record: { ...record(), name: { a: 1 } } } }
  ],
  [
    "e-mail addresses of wrong types",
    { output: { ...(answerFor("ann-lee") as object), record: { ...record(), emails: [7] } } }
  ],
  ["a charge that is none", { output: { ...(answerFor("ann-lee") as object), credits: { charged: -1 } } }],
  ["a charge of a million million", { output: { ...(answerFor("ann-lee") as object), credits: { charged: 1e12 } } }],
  ["a day that is none", { output: { ...(answerFor("ann-lee") as object), fetchedAt: "yesterday" } }],
  [
    "a text without end",
    { output: { ...(answerFor("ann-lee") as object), record: { ...record(), jobTitle: "x".repeat(20_000) } } }
  ]
]
function record(): object {
  return (answerFor("ann-lee") as { readonly record: object }).record
}

describe("a hostile hub", () => {
  for (const [title, answer] of HOSTILE) {
    live(`that answers ${title} shows nobody, and its charge is not known`, (world) =>
      Effect.gen(function* () {
        world.hub.state.instead = ({ path }) => (path === RUN ? json(200, answer) : undefined)
        const outcome = yield* world.enrich()
        assert.deepInclude(outcome.state === "failed" ? outcome.error : {}, { reason: "Decode", charged: "unknown" })
        assert.deepStrictEqual(world.browser.state.drawn, [])
        assert.strictEqual(runs(world).length, 1)
      })
    )
  }

  live("that answers about somebody else shows nobody in the page", (world) =>
    Effect.gen(function* () {
      world.hub.state.instead = ({ path }) => (path === RUN ? json(200, { output: answerFor("bob-tan") }) : undefined)
      assert.strictEqual((yield* stateOf(world)).state, "another")
      assert.deepStrictEqual(world.browser.state.drawn, [])
    })
  )

  const wires: ReadonlyArray<readonly [string, HubProblem, (asked: Asked) => ReturnType<typeof json>]> = [
    [
      "HTML",
      "unreadable",
      () => (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<h1>x")
    ],
    ["50 MB", "unreadable", () => (response) => void response.end("[".repeat(50_000_000))],
    [
      "a depth without end",
      "unreadable",
      () => (response) => void response.end("[".repeat(900_000) + "]".repeat(900_000))
    ],
    ["a redirect", "unreadable", () => (response) => void response.writeHead(307, { location: "/elsewhere" }).end()],
    ["a failure without words", "unreadable", () => json(500, { error: { reason: "Nonsense" } })],
    ["a connection that ends", "gone", () => (response) => void response.destroy()]
  ]
  for (const [title, problem, reply] of wires) {
    live(`that answers ${title} is asked once, and its charge is not known`, (world) =>
      Effect.gen(function* () {
        world.hub.state.instead = (asked) => (asked.path === RUN ? reply(asked) : undefined)
        const outcome = yield* world.enrich()
        assert.strictEqual(outcome.state === "failed" ? why(outcome.error) : outcome.state, problem)
        assert.strictEqual(outcome.state === "failed" && outcome.error.charged, "unknown")
        assert.strictEqual(runs(world).length, 1)
      })
    )
    live(`that previews with ${title} leads to no purchase`, (world) =>
      Effect.gen(function* () {
        world.hub.state.instead = (asked) => (asked.path === PREVIEWS ? reply(asked) : undefined)
        assert.strictEqual((yield* world.preview).state, "failed")
        const outcome = yield* world.enrich()
        assert.strictEqual(outcome.state, "failed")
        assert.deepStrictEqual(world.hub.state.bought, [])
      })
    )
  }

  live("with markup, marks and endless words in every field of its failures gets short plain text", (world) =>
    Effect.gen(function* () {
      const evil = `<img src=x onerror=alert(1)>\u202E\u0007${"x".repeat(5000)}`
      world.hub.state.instead = ({ path }) =>
        path === RUN
          ? failed(502, {
              reason: "Forbidden",
              what: evil,
              message: evil,
              needs: evil,
              provider: evil,
              remedy: { to: "grant", needs: { evil } },
              fields: [{ field: evil, message: evil }],
              known: [evil],
              nothing: evil
            })
          : undefined
      const outcome = yield* world.enrich()
      const error = outcome.state === "failed" ? outcome.error : undefined
      assert.strictEqual(error?.reason, "Forbidden")
      assert.isUndefined(error?.remedy)
      assert.isBelow(JSON.stringify(error).length, 3000)
      assert.notMatch(JSON.stringify(error), /\\u0007|\u202E/)
    })
  )

  live("never gets the token by a name of its own for an account or a plugin", (world) =>
    Effect.gen(function* () {
      world.hub.state.instead = ({ path }) =>
        path === "/api/accounts"
          ? json(200, { accounts: [{ plugin: "salesdata", name: "../../tokens?x=", ok: true, settings: {} }] })
          : undefined
      yield* world.preview
      const paths = world.hub.state.asked.map(({ path }) => path)
      for (const path of paths) assert.match(path, /^\/api\/(?:hub|accounts|tools\/salesdata_\w+\/previews)$/)
    })
  )
})

describe("a worker that dies", () => {
  live("in the middle of a run leaves the decision to the hub, and the next one buys nothing by itself", (world) =>
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

  live("after its hub was restarted goes on with it", (world) =>
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

live("no message to a page holds the token", (world) =>
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

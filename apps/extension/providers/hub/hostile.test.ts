// Another hub at the address, and a malicious one: neither gets the token. Nothing is bought, no card is drawn, and no
// record is shown as somebody else's.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { vi } from "vitest"

import type { HubProblem } from "../../messaging/failure.ts"
import type { pairedWorker } from "../../tests/hub/paired-worker.ts"
import { answerFor, failed, json, startStandIn, type Asked } from "../../tests/hub/stand-in.ts"
import { live, PREVIEWS, RUN, runs, why } from "../../tests/hub/world.ts"

type World = Effect.Success<typeof pairedWorker>

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
        // A worker that has just started has no proof yet.
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

  live("5 seconds after the real one proved itself gets no token and no page", (world) =>
    Effect.gen(function* () {
      yield* world.preview
      const nanos = process.hrtime.bigint()
      const clock = vi.spyOn(process.hrtime, "bigint").mockReturnValue(nanos + 5_000_000_000n)
      yield* Effect.addFinalizer(() => Effect.sync(() => clock.mockRestore()))
      world.hub.state.knowsProof = false
      world.hub.state.asked.length = 0
      const preview = yield* world.preview
      assert.strictEqual(preview.state === "failed" ? why(preview.error) : preview.state, "another")
      assert.isTrue(world.hub.state.asked.every(({ authorization }) => authorization === undefined))
    }).pipe(Effect.scoped)
  )

  const passedOn: ReadonlyArray<readonly [string, HubProblem, (address: string, hub: string) => string]> = [
    ["as it is", "otherAddress", (address) => address],
    ["with the hub's own address in it", "another", (_, hub) => hub]
  ]
  for (const [title, problem, addressOf] of passedOn) {
    live(`that passes on the question to the real hub elsewhere ${title} gets no token and no page`, (world) =>
      Effect.gen(function* () {
        yield* world.stop
        const { port } = world.hub
        yield* Effect.promise(world.hub.close)
        const [real, old] = yield* Effect.promise(() => Promise.all([startStandIn(), startStandIn(port)]))
        old.state.instead =
          ({ path, query }) =>
          (response) => {
            query.set("address", addressOf(query.get("address") ?? "", real.origin))
            void fetch(`${real.origin}${path}?${query.toString()}`)
              .then(async (answer) => json(answer.status, await answer.json()))
              .then((reply) => reply(response))
          }
        const later = yield* world.browser.start
        const preview = yield* later.ask("preview", { tabId: 1, account: null })
        assert.strictEqual(preview.state === "failed" ? why(preview.error) : preview.state, problem)
        assert.isTrue(old.state.asked.every(({ authorization }) => authorization === undefined))
        yield* later.stop
        yield* Effect.promise(() => Promise.all([real.close(), old.close()]))
      })
    )
  }

  live("a token that is revoked in the middle ends everything until the browser is paired again", (world) =>
    Effect.gen(function* () {
      yield* world.preview
      world.hub.state.isRevoked = true
      const outcome = yield* world.enrich()
      assert.strictEqual(outcome.state === "failed" ? why(outcome.error) : outcome.state, "revoked")
      assert.deepStrictEqual(world.hub.state.bought, [])
    })
  )
})

/** What the hub answers to a run, and the failure that the popup then gets. */
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
    live(`that answers ${title} shows nobody, and its charge is unknown`, (world) =>
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
      assert.strictEqual((yield* world.enrich()).state, "another")
      assert.deepStrictEqual(world.browser.state.drawn, [])
    })
  )

  const proxyPage: ReturnType<typeof json> = (response) =>
    void response.writeHead(502, { "content-type": "text/html" }).end("<h1>502 Bad Gateway</h1>")
  live("behind a proxy that cannot reach it does not answer, but is a hub", (world) =>
    Effect.gen(function* () {
      world.hub.state.instead = () => proxyPage
      const outcome = yield* world.enrich()
      assert.strictEqual(outcome.state === "failed" ? why(outcome.error) : outcome.state, "gone")
      assert.strictEqual(runs(world).length, 0)
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
    ["a connection that ends", "gone", () => (response) => void response.destroy()],
    ["the page of a proxy before it", "gone", () => proxyPage]
  ]
  for (const [title, problem, reply] of wires) {
    live(`that answers ${title} is asked once, and its charge is unknown`, (world) =>
      Effect.gen(function* () {
        world.hub.state.instead = (request) => (request.path === RUN ? reply(request) : undefined)
        const outcome = yield* world.enrich()
        assert.strictEqual(outcome.state === "failed" ? why(outcome.error) : outcome.state, problem)
        assert.strictEqual(outcome.state === "failed" && outcome.error.charged, "unknown")
        assert.strictEqual(runs(world).length, 1)
      })
    )
    live(`that previews with ${title} leads to no purchase`, (world) =>
      Effect.gen(function* () {
        world.hub.state.instead = (request) => (request.path === PREVIEWS ? reply(request) : undefined)
        assert.strictEqual((yield* world.preview).state, "failed")
        const outcome = yield* world.enrich()
        assert.strictEqual(outcome.state, "failed")
        assert.deepStrictEqual(world.hub.state.bought, [])
      })
    )
  }

  live("that answers something else than a hub has to prove again who it is before it is asked again", (world) =>
    Effect.gen(function* () {
      world.hub.state.instead = ({ path }) => (path === PREVIEWS ? json(200, "no preview") : undefined)
      assert.strictEqual((yield* world.preview).state, "failed")
      world.hub.state.instead = () => undefined
      const { length } = world.hub.state.asked
      assert.strictEqual((yield* world.preview).state, "ready")
      assert.strictEqual(world.hub.state.asked[length]?.path, "/api/hub")
    })
  )

  live("with markup, special characters and endless text in its failures is shown as short plain text", (world) =>
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

  live("never gets the token through the name that it gives an account or a plugin", (world) =>
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

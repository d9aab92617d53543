import * as Effect from "effect/Effect"
import { assert, describe, vi } from "vitest"

import { pairedWorker } from "../../tests/hub/paired-worker.ts"
import { failed, json } from "../../tests/hub/stand-in.ts"
import { PAGE } from "../../tests/samples/codehost.ts"
import { emptySessionStorage } from "../../tests/session-storage.ts"
import { live } from "../../tests/whole-worker.ts"
import { problemText } from "../../ui/text/problem.ts"
import { addedSecrets } from "./added-secret.ts"
import type { NewSubscription } from "./requests.ts"
import { keepSent } from "./sent.ts"
import { formOf } from "./view/changes/filter-fields.ts"

const AT = { plugin: "codehost", account: "hub:work", owner: "acme", repo: "widgets" }
const SUBSCRIPTION: NewSubscription = { ...AT, trigger: "codehost_new_issue", filters: { label: ["bug"] } }

const subscription = (id: string, over: object = {}) => ({
  id,
  name: "triage",
  trigger: "codehost_new_issue",
  account: "codehost/work",
  target: { owner: "Acme", repo: "widgets" },
  filters: {},
  url: "https://agent.example/hooks",
  enabled: true,
  disabledBecause: null,
  ...over
})

const health = (id: string, over: object = {}) => ({
  subscription: id,
  ok: true,
  way: "webhook",
  startsInDay: 0,
  newestStart: null,
  dead: 0,
  unreadable: 0,
  problems: [],
  ...over
})

const FAILED_START = { id: "msg_3", state: "dead", createdAt: "2026-11-22T10:00:00.000Z" } as const

const world = Effect.gen(function* () {
  const { hub, browser, ask, line } = yield* pairedWorker
  browser.state.address = PAGE
  hub.state.instead = ({ method, path }) => {
    switch (`${method} ${path}`) {
      case "GET /api/accounts":
        return json(200, {
          accounts: [
            { plugin: "codehost", name: "work", ok: true, settings: { base_url: "https://code.acme.example/api/v3" } }
          ]
        })
      case "GET /api/subscriptions":
        return json(200, {
          subscriptions: [
            subscription("sub-1", { filters: { label: ["bug"] } }),
            subscription("sub-2", { target: { owner: "acme" } }),
            subscription("sub-3", { target: { owner: "acme", repo: "gadgets" } }),
            subscription("sub-4", { account: "codehost/other" }),
            subscription("sub-5", { target: { owner: "another", repo: "widgets" } })
          ]
        })
      case "GET /api/subscriptions/health":
        return json(200, {
          health: [health("sub-1", { startsInDay: 2, newestStart: FAILED_START }), health("sub-2")]
        })
      case "POST /api/deliveries/replay":
        return json(200, { replayed: 1 })
      case "GET /api/triggers/codehost_new_issue":
        return json(200, {
          id: "codehost_new_issue",
          title: "New issue",
          plugin: "codehost",
          description: "",
          accounts: ["work"],
          targetSchema: { properties: { owner: {}, repo: {} } },
          filtersSchema: {
            properties: {
              repository: { anyOf: [{ type: "string" }] },
              label: { anyOf: [{ type: "string" }, { type: "array" }], description: "A label that it has" },
              mentions_me: { type: "boolean" },
              comments: { type: "integer" },
              status: { anyOf: [{ type: "string", enum: ["draft", "merged"] }] },
              odd: { type: "null" }
            }
          }
        })
      case "GET /api/triggers":
        return json(200, {
          triggers: [
            { id: "codehost_new_issue", title: "New issue", plugin: "codehost", description: "", accounts: ["work"] },
            { id: "codehost_new_star", title: "New star", plugin: "codehost", description: "", accounts: ["other"] },
            { id: "analytics_new_day", title: "New day", plugin: "analytics", description: "", accounts: ["work"] }
          ]
        })
      case "POST /api/subscriptions/tests":
        return json(200, {
          events: [
            { timestamp: "2026-11-22T10:00:00Z", data: { title: "It squeaks" }, starts: true, why: null },
            {
              timestamp: "2026-11-22T09:00:00Z",
              data: { number: 7 },
              starts: false,
              why: "The label is docs, not bug."
            }
          ],
          starting: 1,
          ways: ["webhook"]
        })
      case "PATCH /api/subscriptions/sub-1":
        return json(200, subscription("sub-1", { enabled: false }))
      case "POST /api/subscriptions":
        return json(201, { ...subscription("sub-9"), secret: "whsec_1", ways: ["webhook"] })
      case "POST /api/tools/codehost_list_workflow_runs/runs":
        return json(200, { output: { items: [] } })
      case "POST /api/tools/codehost_star_repo/runs":
        return (response) => void response.destroy()
      default:
        return undefined
    }
  }
  hub.state.asked.length = 0
  return { hub, ask, line }
})

describe("a repository through the hub", () => {
  live(
    "is recognised by the settings of the hub's account, and read with the hub's steps",
    Effect.gen(function* () {
      const { hub, ask } = yield* world
      assert.deepInclude(yield* ask("repositoryPage", { tabId: 1, account: null }), { state: "repository", of: AT })
      assert.deepStrictEqual(yield* ask("repositoryRuns", AT), { newest: [], failed: [] })
      const [run] = hub.state.asked.filter(({ method, path }) => method === "POST" && path.endsWith("/runs"))
      assert.deepInclude(run?.body, { account: "work" })
      assert.deepInclude(run?.body["input"] as object, { owner: "acme", repo: "widgets" })
    }).pipe(Effect.scoped)
  )

  live(
    "costs one request a minute beside the stream while its page is open and nothing happens",
    Effect.gen(function* () {
      const { hub, ask } = yield* world
      const bigint = process.hrtime.bigint.bind(process.hrtime)
      let minutes = 0n
      vi.spyOn(process.hrtime, "bigint").mockImplementation(() => bigint() + minutes * 60_000_000_000n)
      yield* Effect.addFinalizer(() => Effect.sync(() => vi.restoreAllMocks()))
      hub.state.cursor = "6"
      yield* ask("nextEvents", { after: null })
      yield* ask("repositoryRuns", AT)
      hub.state.asked.length = 0
      for (; minutes < 5n; minutes++) yield* ask("repositoryRuns", AT)
      const asked = () => hub.state.asked.map(({ method, path }) => `${method} ${path}`)
      const run = "POST /api/tools/codehost_list_workflow_runs/runs"
      assert.deepStrictEqual(
        asked(),
        Array.from({ length: 5 }, () => run)
      )
      // The hub's own refusal is no reason to doubt it, but the account may be gone.
      const { instead } = hub.state
      const afterwards = (reply: ReturnType<typeof failed>) =>
        Effect.gen(function* () {
          hub.state.instead = (request) => (request.path.endsWith("/runs") ? reply : instead(request))
          yield* Effect.flip(ask("repositoryRuns", AT))
          hub.state.instead = instead
          hub.state.asked.length = 0
          yield* ask("repositoryRuns", AT)
          return asked()
        })
      assert.deepStrictEqual(yield* afterwards(failed(404, { reason: "NotFound" })), ["GET /api/accounts", run])
      // Once the stream has ended, another program may be at the hub's address.
      for (const stream of hub.state.streams) stream.end()
      yield* Effect.sleep("50 millis")
      minutes++
      hub.state.asked.length = 0
      yield* ask("repositoryRuns", AT)
      assert.deepStrictEqual(asked(), ["GET /api/hub", run])
      // It may also be there if an answer is not the hub's.
      assert.deepStrictEqual(yield* afterwards(json(404, { message: "Not here" })), [
        "GET /api/hub",
        "GET /api/accounts",
        run
      ])
    }).pipe(Effect.scoped)
  )

  live(
    "has the triggers of the repository and of its whole owner, with their starts in a day, in two requests",
    Effect.gen(function* () {
      const { hub, ask, line } = yield* world
      const { triggers } = yield* ask("repositoryTriggers", AT)
      assert.deepStrictEqual(triggers?.[0]?.filters, { label: ["bug"] })
      assert.deepStrictEqual(
        triggers?.map((one) => [one.id, one.health?.startsInDay, one.health?.newestStart]),
        [
          ["sub-1", 2, FAILED_START],
          ["sub-2", 0, null]
        ]
      )
      assert.deepStrictEqual(
        hub.state.asked.map(({ path }) => path).filter((path) => !["/api/hub", "/api/accounts"].includes(path)),
        ["/api/subscriptions", "/api/subscriptions/health"]
      )
      assert.deepInclude(yield* line, { run: null, starts: 2, reviews: null })
      assert.deepStrictEqual(yield* ask("sendAgain", { delivery: "msg_3" }), { sent: 1 })
    }).pipe(Effect.scoped)
  )

  live(
    "finds them at an earlier hub with thousands of subscriptions, which lists those of all accounts",
    Effect.gen(function* () {
      const { hub, ask } = yield* world
      const { instead } = hub.state
      const others = Array.from({ length: 4000 }, (_, index) =>
        subscription(`other-${index}`, { account: "codehost/b" })
      )
      hub.state.instead = (request) => {
        if (request.path === "/api/subscriptions")
          return json(200, { subscriptions: [...others, subscription("mine")] })
        if (request.path !== "/api/subscriptions/health") return instead(request)
        return json(200, { health: [...others.map(({ id }) => health(id)), health("mine")] })
      }
      const { triggers } = yield* ask("repositoryTriggers", AT)
      assert.deepStrictEqual(
        triggers?.map(({ id }) => id),
        ["mine"]
      )
    }).pipe(Effect.scoped)
  )

  live(
    "asks only for those of its account",
    Effect.gen(function* () {
      const { hub, ask } = yield* world
      yield* ask("repositoryTriggers", AT)
      const lists = hub.state.asked.filter(({ path }) => path.startsWith("/api/subscriptions"))
      assert.deepStrictEqual(
        lists.map(({ path, query }) => [path, query.toString()]),
        [
          ["/api/subscriptions", "account=codehost%2Fwork"],
          ["/api/subscriptions/health", "account=codehost%2Fwork"]
        ]
      )
    }).pipe(Effect.scoped)
  )

  live(
    "switches one of its triggers off at the hub",
    Effect.gen(function* () {
      const { hub, ask } = yield* world
      yield* ask("switchTrigger", { id: "sub-1", enabled: false })
      const switched = hub.state.asked.map(({ method, path, body }) => [method, path, body])
      assert.deepInclude(switched, ["PATCH", "/api/subscriptions/sub-1", { enabled: false }])
    }).pipe(Effect.scoped)
  )

  live(
    "offers the triggers that its account may use, tests one without starting an agent, and adds it",
    Effect.gen(function* () {
      const { hub, ask } = yield* world
      const { choices } = yield* ask("triggerChoices", AT)
      assert.deepStrictEqual(
        choices.map(({ id }) => id),
        ["codehost_new_issue"]
      )
      const { isOfRepository, fields } = formOf(yield* ask("triggerFilters", { trigger: "codehost_new_issue" }))
      assert.isTrue(isOfRepository)
      assert.deepStrictEqual(
        fields.map(({ name, type, help }) => [name, type, help]),
        [
          ["label", "texts", "A label that it has"],
          ["mentions_me", "flag", ""],
          ["comments", "number", ""],
          ["status", "choice", ""]
        ]
      )
      const trial = yield* ask("tryTrigger", SUBSCRIPTION)
      assert.deepStrictEqual([trial.starting, trial.events.map(({ title }) => title)], [1, ["It squeaks", ""]])
      const url = "https://agent.example/hooks"
      emptySessionStorage()
      yield* Effect.promise(() => chrome.storage.session.set({ "draft trigger codehost/hub:work acme/widgets": "{}" }))
      yield* Effect.promise(() => keepSent("trigger codehost/hub:work acme/widgets", "{}"))
      assert.deepStrictEqual(yield* ask("addTrigger", { ...SUBSCRIPTION, url }), { secret: "whsec_1" })
      const kept = yield* Effect.promise(() => addedSecrets(SUBSCRIPTION))
      assert.deepStrictEqual(kept, [{ ...SUBSCRIPTION, url, secret: "whsec_1" }])
      const stored = yield* Effect.promise(() => chrome.storage.session.get<Record<string, unknown>>())
      assert.deepStrictEqual(Object.keys(stored), [
        "sent trigger codehost/hub:work acme/widgets",
        "secret codehost/hub:work acme/widgets whsec_1"
      ])
      const added = hub.state.asked.filter(({ method, path }) => method === "POST" && path === "/api/subscriptions")
      assert.deepStrictEqual(
        added.map(({ body }) => body),
        [
          {
            trigger: "codehost_new_issue",
            account: "codehost/work",
            target: { owner: "acme", repo: "widgets" },
            filters: { label: ["bug"] },
            url
          }
        ]
      )
    }).pipe(Effect.scoped)
  )

  live(
    "sends a change once if the hub is lost, and mentions no charge",
    Effect.gen(function* () {
      const { hub, ask } = yield* world
      const lost = yield* Effect.flip(ask("starRepository", AT))
      assert.deepInclude(lost.own, { is: "hub", why: "gone" })
      assert.isUndefined(lost.charged)
      assert.strictEqual(hub.state.asked.filter(({ path }) => path.endsWith("codehost_star_repo/runs")).length, 1)
    }).pipe(Effect.scoped)
  )

  live(
    "passes on the hub's refusals",
    Effect.gen(function* () {
      const { hub, ask } = yield* world
      const before = hub.state.instead
      hub.state.instead = (asked) =>
        asked.path === "/api/subscriptions" && asked.method === "POST"
          ? failed(400, { reason: "Invalid", provider: "inlay", fields: [{ field: "url", message: "must be https" }] })
          : before(asked)
      const refused = yield* Effect.flip(ask("addTrigger", { ...SUBSCRIPTION, url: "ftp://agent.example" }))
      assert.deepStrictEqual(refused.fields, [{ field: "url", message: "must be https" }])
      // Advice that only a program can follow is left out.
      const what = "The subscription triage (sub_1) already starts the same agent for the same events."
      hub.state.instead = (asked) =>
        asked.path === "/api/subscriptions" && asked.method === "POST"
          ? failed(409, {
              reason: "Conflict",
              provider: "inlay",
              message: [what, "Create another with `another: true`."].join(" "),
              what,
              fix: "Create another with `another: true`.",
              existing: "sub_1"
            })
          : before(asked)
      const taken = yield* Effect.flip(ask("addTrigger", { ...SUBSCRIPTION, url: "https://agent.example/hooks" }))
      assert.include(problemText(taken), what)
      assert.notInclude(problemText(taken), "another: true")
    }).pipe(Effect.scoped)
  )
})

import { assert, describe, it } from "@effect/vitest"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"

import { random } from "../tests/random.ts"
import { inputs, isRequestName } from "./requests.ts"
import { route, type Handlers } from "./router.ts"

const OF = { plugin: "salesdata", account: "default" }
const AT = { plugin: "codehost", account: "hub:work", owner: "acme", repo: "widgets" }
const OF_REPOSITORY = [
  "repositoryFacts",
  "repositoryRuns",
  "repositoryAsked",
  "repositoryLimit",
  "repositoryWorkflows",
  "repositoryTriggers",
  "triggerChoices",
  "starRepository",
  "watched"
]
const FORM = { ...OF, isNew: false, kind: "api_key" }

/** Handlers that answer and record the requests that reached them. */
const recording = (over: Partial<Handlers> = {}) => {
  const calls: Array<unknown> = []
  const answering =
    <O>(output: O) =>
    (input: unknown) =>
      Effect.sync(() => {
        calls.push(input)
        return output
      })
  const handlers = {
    ...Object.fromEntries(Object.keys(inputs).map((name) => [name, answering(null)])),
    ...over
  } as unknown as Handlers
  return { handlers, seen: calls }
}

const refusedAs = (reply: Effect.Success<ReturnType<typeof route>>) => (reply.ok ? "answered" : reply.error.reason)

describe("a request", () => {
  const good: ReadonlyArray<{ inlay: string; input: unknown }> = [
    { inlay: "preview", input: { tabId: 7, account: null } },
    { inlay: "enrich", input: { ...OF, tabId: 0, subject: "person x", consent: "charge", upTo: 2, place: "page" } },
    { inlay: "employer", input: { ...OF, tabId: 0, subject: "person x", consent: "free", upTo: null } },
    { inlay: "note", input: { ...OF, tabId: 0, subject: "person x" } },
    { inlay: "saveNote", input: { ...OF, tabId: 0, subject: "person x", text: "Renewal in March" } },
    { inlay: "history", input: OF },
    { inlay: "eraseHistory", input: { ...OF, ids: ["answer-1"] } },
    { inlay: "peoplePrice", input: OF },
    {
      inlay: "people",
      input: { ...OF, position: "Buyer", seniority: "", department: "", company: "", subject: "person x", upTo: 2 }
    },
    { inlay: "forget", input: { ...OF, tabId: 0, subject: "person x" } },
    { inlay: "accounts", input: {} },
    { inlay: "saveAccount", input: { ...FORM, values: { base_url: "https://a.example" }, force: false } },
    { inlay: "repositoryHosts", input: {} },
    { inlay: "repositoryPage", input: { tabId: 7, account: null } },
    ...OF_REPOSITORY.map((inlay) => ({ inlay, input: AT })),
    { inlay: "triggerFilters", input: { trigger: "codehost_new_issue" } },
    { inlay: "tryTrigger", input: { ...AT, trigger: "codehost_new_issue", filters: { label: ["bug"] } } },
    { inlay: "chosenTriggers", input: {} },
    { inlay: "showLine", input: { tabId: 7 } },
    { inlay: "lineOrigins", input: {} },
    { inlay: "keepLine", input: { origin: "https://code.acme.example", isOn: true } },
    { inlay: "triggerPlaces", input: {} },
    {
      inlay: "chooseTrigger",
      input: {
        plugin: "codehost",
        account: "work",
        trigger: "issue",
        place: "acme/widgets",
        title: "New issue",
        isOn: true
      }
    },
    { inlay: "addTrigger", input: { ...AT, trigger: "codehost_new_issue", filters: {}, url: "https://a.example" } },
    { inlay: "sendAgain", input: { delivery: "msg_1" } },
    { inlay: "rerunRun", input: { ...AT, run: 7 } },
    { inlay: "startWorkflow", input: { ...AT, workflow: 7, ref: "main" } },
    { inlay: "commentOn", input: { ...AT, number: 7, text: "Seen." } },
    { inlay: "watchRepository", input: { ...AT, isWatched: true } },
    { inlay: "preferences", input: {} },
    { inlay: "savePreferences", input: { showInPage: false } },
    { inlay: "removeAccount", input: OF },
    { inlay: "chooseAccount", input: OF },
    { inlay: "originsInUse", input: {} },
    { inlay: "spending", input: OF },
    { inlay: "settleCharge", input: { ...OF, id: "row-1", credits: 1.5 } },
    { inlay: "askAgain", input: { ...OF, id: "row-1", upTo: 2 } },
    { inlay: "hub", input: {} },
    { inlay: "pairHub", input: { address: "https://hub.example", code: "ABCD-1234", browser: "Chrome on Linux" } },
    { inlay: "unpairHub", input: {} },
    { inlay: "chooseWay", input: { plugin: "salesdata", way: "hub" } },
    { inlay: "triggers", input: { account: null } },
    { inlay: "switchTrigger", input: { id: "sub-1", enabled: false } },
    { inlay: "nextEvents", input: { after: "17" } },
    { inlay: "accountNames", input: { plugin: "analytics" } },
    {
      inlay: "read",
      input: { plugin: "analytics", account: "hub:site", step: "analytics_list_properties", input: { sites: true } }
    }
  ]

  it.effect.each(good)("$inlay reaches its handler unchanged", ({ inlay, input }) =>
    Effect.gen(function* () {
      const { handlers, seen } = recording()
      assert.isTrue((yield* route(handlers, { inlay, input })).ok)
      assert.deepStrictEqual(seen, [input])
    })
  )

  it("has a schema for each name of the contract, and accepts no inherited names", () => {
    assert.deepStrictEqual(Object.keys(inputs).sort(), good.map(({ inlay }) => inlay).sort())
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) assert.isFalse(isRequestName(name))
  })

  const bad: ReadonlyArray<[why: string, message: unknown]> = [
    ["nothing", undefined],
    ["null", null],
    ["text", "preview"],
    ["a list", [{ inlay: "preview", input: { tabId: 1 } }]],
    ["no name", { input: { tabId: 1 } }],
    ["no input", { inlay: "preview" }],
    ["an unknown name", { inlay: "permissions", input: {} }],
    ["an inherited name", { inlay: "constructor", input: {} }],
    ["a name that is no text", { inlay: ["preview"], input: { tabId: 1 } }],
    ["text where nothing is asked", { inlay: "accounts", input: "x" }],
    ["a list where nothing is asked", { inlay: "accounts", input: [1] }],
    ["a field where nothing is asked", { inlay: "accounts", input: { tabId: 1 } }],
    ["a missing field", { inlay: "enrich", input: { ...OF, tabId: 1, subject: "x" } }],
    ["a field too many", { inlay: "preview", input: { tabId: 1, account: null, url: "https://evil.example" } }],
    ["a negative tab", { inlay: "preview", input: { tabId: -1, account: null } }],
    ["a broken tab", { inlay: "preview", input: { tabId: 1.5, account: null } }],
    ["a tab that is text", { inlay: "preview", input: { tabId: "1", account: null } }],
    ["a tab that is not a number", { inlay: "preview", input: { tabId: Number.NaN, account: null } }],
    [
      "a consent that is none",
      { inlay: "enrich", input: { ...OF, tabId: 1, subject: "x", consent: true, upTo: 2, place: "page" } }
    ],
    ...[undefined, -1, "2", Number.NaN].map((upTo): [string, unknown] => [
      `a price that is none: ${upTo}`,
      { inlay: "enrich", input: { ...OF, tabId: 1, subject: "x", consent: "charge", upTo, place: "page" } }
    ]),
    [
      "a place that is none",
      { inlay: "enrich", input: { ...OF, tabId: 1, subject: "x", consent: "free", upTo: 2, place: "" } }
    ],
    [
      "a consent that the company takes not",
      { inlay: "employer", input: { ...OF, tabId: 1, subject: "x", consent: "chargeAgain", upTo: 2 } }
    ],
    [
      "a note that is too long",
      { inlay: "saveNote", input: { ...OF, tabId: 1, subject: "x", text: "x".repeat(2001) } }
    ],
    ["a value that is no text", { inlay: "saveAccount", input: { ...FORM, values: { a: 1 }, force: true } }],
    [
      "a value that is too long",
      { inlay: "saveAccount", input: { ...FORM, values: { a: "x".repeat(70_000) }, force: true } }
    ]
  ]

  it.effect.each(bad)("is refused for %s", ([, message]) =>
    Effect.gen(function* () {
      const { handlers, seen } = recording()
      assert.strictEqual(refusedAs(yield* route(handlers, message)), "Invalid")
      assert.deepStrictEqual(seen, [])
    })
  )

  it.effect("is answered with the facts of its handler's error", () =>
    Effect.gen(function* () {
      const error = new ProviderError({
        provider: "salesdata",
        operation: "enrichPerson",
        reason: { _tag: "RateLimited", what: "Too many.", remedy: { to: "retry" }, retryAfterSeconds: 3 }
      })
      const { handlers } = recording({ accounts: () => Effect.fail(error) })
      assert.deepStrictEqual(yield* route(handlers, { inlay: "accounts", input: {} }), {
        ok: false,
        error: {
          reason: "RateLimited",
          what: "Too many.",
          operation: "enrichPerson",
          remedy: { to: "retry" },
          retryAfterSeconds: 3
        }
      })
    })
  )

  it.effect("is answered if its handler throws, without details", () =>
    Effect.gen(function* () {
      const { handlers } = recording({ accounts: () => Effect.die(new Error("sk-live-secret")) })
      const reply = yield* route(handlers, { inlay: "accounts", input: {} })
      assert.strictEqual(refusedAs(reply), "Unavailable")
      assert.notInclude(JSON.stringify(reply), "sk-live")
    }).pipe(Effect.provide(Logger.layer([])))
  )
})

describe("hostile messages", () => {
  const names = [...Object.keys(inputs), "inlay", "__proto__", "constructor", "", "preview "]
  const fields = ["inlay", "input", "tabId", "subject", "consent", "values", "showInPage", "force", "__proto__", "x"]

  const value = (below: (n: number) => number, depth: number): unknown => {
    const leaves = [
      null,
      undefined,
      true,
      0,
      -1,
      Number.POSITIVE_INFINITY,
      Number.NaN,
      2 ** 53,
      "",
      "preview",
      "\u0000\u202E",
      10n,
      new Date(0)
    ]
    const kind = depth === 0 ? 0 : below(4)
    if (kind === 0) return leaves[below(leaves.length)]
    if (kind === 1) return Array.from({ length: below(4) }, () => value(below, depth - 1))
    const message: Record<string, unknown> = kind === 2 ? {} : { inlay: names[below(names.length)] }
    for (let n = below(5); n > 0; n--) {
      // Defines an own property of any name, as a structured clone can carry it.
      const property = { value: value(below, depth - 1), enumerable: true, configurable: true, writable: true }
      Object.defineProperty(message, fields[below(fields.length)] ?? "x", property)
    }
    return message
  }

  it.effect("5,000 of them: each gets an answer, and only valid input reaches a handler", () =>
    Effect.gen(function* () {
      for (let seed = 1; seed <= 5000; seed++) {
        const { handlers, seen } = recording()
        const message = value(random(seed), 4)
        const reply = yield* route(handlers, message)
        assert.strictEqual(reply.ok, seen.length === 1, `seed ${seed}`)
        if (!reply.ok) assert.strictEqual(reply.error.reason, "Invalid", `seed ${seed}`)
        for (const input of seen) {
          assert.isTrue(typeof input === "object" && input !== null, `seed ${seed}`)
          assert.notProperty(input, "x", `seed ${seed}`)
        }
      }
      assert.isUndefined(({} as Record<string, unknown>)["inlay"])
    })
  )
})

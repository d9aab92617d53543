import { describe, expect, it } from "@effect/vitest"
import { FinishesPurchases } from "@inlay/core-http/Client"
import { ProviderError, toJson } from "@inlay/core-http/ProviderError"
import { free, MaxCredits, type Preview } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import type { Account } from "../account/Account.ts"
import { Accounts } from "../account/Accounts.ts"
import { Caller } from "../runner/Caller.ts"
import { Runner } from "../runner/Runner.ts"
import { samplePlugin } from "../testing/sample-plugin.ts"
import { adviceOf } from "../words/advice.ts"
import { call, unlistedName, type Ask } from "./call.ts"
import { listing } from "./listing.ts"
import { agentWords } from "./words.ts"

const KEY = "key-0123456789abcdef"

const CALLER = { principal: "agent-7", via: "mcp", run: "" } as const

const ACCOUNT: Account = {
  plugin: "sample",
  name: "env",
  kind: "key",
  settings: {},
  secrets: {},
  revision: "1",
  readOnly: false
}

const unavailable = new ProviderError({
  provider: "sample",
  operation: "greet",
  reason: { _tag: "Unavailable", what: "It is not available.", status: 503, remedy: { to: "retry" } }
})

const notBought = new ProviderError({
  provider: "sample",
  operation: "greet",
  reason: { _tag: "Refused", guard: "price", what: "Nothing may be bought.", nothing: "sent" }
})

/** A step that costs credits, as it is offered to clients that can ask their users. */
const tool = {
  plugin: samplePlugin,
  step: { ...samplePlugin.toolSteps[0]!, cost: { unit: "credits", upTo: 2 } }
} as unknown as Parameters<typeof call>[1]

/** Calls the step with the answers of a runner, for a client that can ask its user. */
const greetAda = (runner: Runner["Service"], ask: Ask) =>
  call(CALLER, tool, { name: "Ada" }, { outputSchemas: true, ask }).pipe(
    Effect.provideService(Runner, runner),
    Effect.provide(Accounts.layer(() => [ACCOUNT]))
  )

const PRICED: Preview = { ...free, isFree: false, estimate: 2 }

describe("a call that costs credits, without a question to the user", () => {
  it.effect.each([
    ["its answer was saved", Effect.succeed({ ...PRICED, cached: { match: true, fetchedAt: "2026-11-22T10:00:00Z" } })],
    ["the same lookup was under way", Effect.succeed({ ...PRICED, isUnderWay: true })],
    ["its price could not be read", Effect.fail(unavailable)]
  ] as const)("may not buy anything if %s when it was previewed", ([, preview]) =>
    Effect.gen(function* () {
      const limits: Array<unknown> = []
      const runner = {
        preview: () => preview,
        run: () => Effect.map(MaxCredits, (maxCredits) => void limits.push(maxCredits))
      }
      const ask = () => Effect.die("nobody is asked")
      yield* greetAda(runner, ask)
      expect(limits).toEqual([0])
    })
  )

  it.effect("is refused as it was previewed, also if it would no longer be refused by then", () =>
    Effect.gen(function* () {
      const refusal = new ProviderError({
        provider: "sample",
        operation: "greet",
        reason: { _tag: "Refused", guard: "cap", what: "The day cap is used up.", nothing: "sent" }
      })
      const runner = {
        preview: () => Effect.succeed({ ...PRICED, refusal }),
        run: () =>
          Effect.flatMap(MaxCredits, (maxCredits) =>
            maxCredits === 0 ? Effect.fail(notBought) : Effect.succeed({ text: "Bought without a question" })
          )
      }
      const ask = () => Effect.die("nobody is asked")
      const result = yield* greetAda(runner, ask)
      expect(result).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining("day cap is used up") }]
      })
    })
  )

  it.effect("is asked about after all if its answer is gone by then", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      let isSaved = true
      const runner = {
        preview: () =>
          Effect.sync(() =>
            isSaved ? { ...PRICED, cached: { match: true, fetchedAt: "2026-11-22T10:00:00Z" } } : PRICED
          ),
        run: () =>
          Effect.flatMap(MaxCredits, (maxCredits) => {
            isSaved = false
            return maxCredits === 0 ? Effect.fail(notBought) : Effect.succeed({ text: "Hello Ada" })
          })
      }
      const ask = ({ message }: { readonly message: string }) => {
        asked.push(message)
        return Effect.succeed({ action: "accept" as const })
      }
      const result = yield* greetAda(runner, ask)
      expect(result).toMatchObject({ structuredContent: { text: "Hello Ada" } })
      expect(asked).toEqual([expect.stringContaining("It costs up to 2 credits")])
    })
  )

  it.effect("is run once the user has agreed, up to the price in the question", () =>
    Effect.gen(function* () {
      const limits: Array<unknown> = []
      const runner = {
        preview: () => Effect.succeed(PRICED),
        run: () => Effect.map(MaxCredits, (maxCredits) => void limits.push(maxCredits))
      }
      const ask = () => Effect.succeed({ action: "accept" as const })
      yield* greetAda(runner, ask)
      expect(limits).toEqual([2])
    })
  )
})

it.effect.each([
  [
    "decline",
    "Refused: The question whether to run Greet was declined, by the user or by a client that runs without one. Nothing was sent."
  ],
  [
    "cancel",
    "Refused: The client closed the question whether to run Greet without an answer, as clients do that run without a user. Nothing was sent. Ask the user about the price, then call again."
  ]
] as const)("a question that is answered with %s buys nothing, and says what happened", ([action, text]) =>
  Effect.gen(function* () {
    const runner = { preview: () => Effect.succeed(PRICED), run: () => Effect.die("nothing is bought") }
    const result = yield* greetAda(runner, () => Effect.succeed({ action }))
    expect(result).toMatchObject({ isError: true, content: [{ text }] })
  })
)

it.effect(
  "a call whose earlier charge is unknown is not sent if the client agrees without saying what became of it",
  () =>
    Effect.gen(function* () {
      const refusal = new ProviderError({
        provider: "sample",
        operation: "greet",
        reason: { _tag: "Refused", guard: "unknownCharge", what: "The charge is unknown.", nothing: "sent" }
      })
      const blocking = [{ atMillis: 0 }] as unknown as Preview["blocking"]
      const runner = {
        preview: () => Effect.succeed({ ...PRICED, refusal, blocking }),
        run: () => Effect.die("nothing is sent")
      }
      const jsonSchema = { type: "object", properties: { unknown_charge: { type: "string" } } }
      const charging = { ...tool, step: { ...tool.step, jsonSchema } } as unknown as typeof tool
      const ask = () => Effect.succeed({ action: "accept" as const, content: {} })
      const result = yield* call(CALLER, charging, { name: "Ada" }, { outputSchemas: true, ask }).pipe(
        Effect.provideService(Runner, runner),
        Effect.provide(Accounts.layer(() => [ACCOUNT]))
      )
      expect(result).toMatchObject({
        content: [
          {
            text: expect.stringMatching(
              /^Refused: The answer .* whether to run Greet does not say .* earlier charge\. Nothing was sent\. Ask the user.*"ask_again"/
            )
          }
        ]
      })
    })
)

it.effect("a call whose price has risen since the user agreed is asked about again, with the new price", () =>
  Effect.gen(function* () {
    const asked: Array<string> = []
    let price = 2
    const runner = {
      preview: () => Effect.sync(() => ({ ...PRICED, estimate: price })),
      run: () =>
        Effect.flatMap(MaxCredits, (maxCredits = Infinity) => {
          price = 20
          return maxCredits < price ? Effect.fail(notBought) : Effect.succeed({ text: "Hello Ada" })
        })
    }
    const ask = ({ message }: { readonly message: string }) => {
      asked.push(message)
      return Effect.succeed({ action: "accept" as const })
    }
    const result = yield* greetAda(runner, ask)
    expect(asked.map((message) => /costs up to (\d+) credits/.exec(message)?.[1])).toEqual(["2", "20"])
    expect(result).toMatchObject({ structuredContent: { text: "Hello Ada" } })
  })
)

it.effect("a call whose price rises with each agreement ends after the second question", () =>
  Effect.gen(function* () {
    let asked = 0
    const runner = { preview: () => Effect.succeed(PRICED), run: () => Effect.fail(notBought) }
    const ask = () => Effect.sync(() => (asked++, { action: "accept" as const }))
    const result = yield* greetAda(runner, ask)
    expect(asked).toBe(2)
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("Nothing may be bought") }]
    })
  })
)

it.effect("a call finishes a purchase that was sent, and uses the only account if it names none", () =>
  Effect.gen(function* () {
    const runs: Array<unknown> = []
    const runner = {
      preview: () => Effect.succeed(free),
      run: (_: string, __: unknown, account?: string) =>
        Effect.map(FinishesPurchases, (finishes) => void runs.push([account, finishes]))
    }
    for (const account of [undefined, null, "", "env"]) {
      yield* call(CALLER, tool, { name: "Ada", account }, { outputSchemas: true }).pipe(
        Effect.provideService(Runner, runner),
        Effect.provide(Accounts.layer(() => [ACCOUNT]))
      )
    }
    expect(runs).toEqual([
      [undefined, true],
      [undefined, true],
      [undefined, true],
      ["env", true]
    ])
  })
)

describe("the price that a call may cost at most", () => {
  const limitOf = (preview: Preview, ask?: Ask) =>
    Effect.gen(function* () {
      const limits: Array<unknown> = []
      const runner = {
        preview: () => Effect.succeed(preview),
        run: () => Effect.map(MaxCredits, (maxCredits) => void limits.push(maxCredits))
      }
      yield* call(CALLER, tool, { name: "Ada" }, { outputSchemas: true, ask }).pipe(
        Effect.provideService(Runner, runner),
        Effect.provide(Accounts.layer(() => [ACCOUNT]))
      )
      return limits
    })
  const agree = () => Effect.succeed({ action: "accept" as const })

  it.effect(
    "is left to the account's caps if it is free, if the user agreed to an unknown one, or if nobody can be asked",
    () =>
      Effect.gen(function* () {
        expect(yield* limitOf(free, agree)).toEqual([undefined])
        expect(yield* limitOf({ ...PRICED, estimate: null }, agree)).toEqual([undefined])
        expect(yield* limitOf(PRICED)).toEqual([undefined])
      })
  )
})

it.effect("a call whose answer will come with a later request sends nothing, and returns the question", () =>
  Effect.gen(function* () {
    const runner = { preview: () => Effect.succeed(PRICED), run: () => Effect.die("nothing is sent") }
    expect(yield* greetAda(runner, () => Effect.undefined)).toMatchObject({
      question: { message: expect.stringContaining("It costs up to 2 credits") }
    })
  })
)

it.effect("a refusal for another reason than the price is not tried again", () =>
  Effect.gen(function* () {
    let count = 0
    const reason = { _tag: "Refused", guard: "readOnly", what: "It is read-only." } as const
    const readOnly = new ProviderError({ provider: "sample", operation: "greet", reason })
    const run = () =>
      Effect.andThen(
        Effect.sync(() => void count++),
        Effect.fail(readOnly)
      )
    yield* greetAda({ preview: () => Effect.succeed(free), run }, () => Effect.die("nobody is asked"))
    expect(count).toBe(1)
  })
)

it.effect("an account that is not named by a text is refused", () =>
  Effect.gen(function* () {
    const runner = { preview: () => Effect.succeed(free), run: () => Effect.die("nothing is sent") }
    const result = yield* call(CALLER, tool, { name: "Ada", account: 7 }, { outputSchemas: true }).pipe(
      Effect.provideService(Runner, runner),
      Effect.provide(Accounts.layer(() => [ACCOUNT]))
    )
    expect(result).toMatchObject({ content: [{ text: expect.stringMatching(/^Invalid: account must be a string\./) }] })
  })
)

describe("the result of a call", () => {
  const greet = (run: Runner["Service"]["run"], outputSchemas = false) =>
    call(CALLER, tool, { name: "Ada" }, { outputSchemas }).pipe(
      Effect.provideService(Runner, { preview: () => Effect.succeed(free), run }),
      Effect.provide(Accounts.layer(() => [ACCOUNT]))
    )

  it.effect("is the step's output, also as text, for clients that read nothing else", () =>
    Effect.gen(function* () {
      const output = { text: "Hello Ada" }
      expect(yield* greet(() => Effect.succeed(output))).toEqual({
        content: [{ type: "text", text: JSON.stringify(output) }],
        structuredContent: output
      })
    })
  )

  it.effect("includes a response that cannot be read, because it may have been paid for", () =>
    Effect.gen(function* () {
      const reason = { _tag: "Decode", what: "It cannot be read." } as const
      const raw = { email: "ada@example.com" }
      const unread = new ProviderError({ provider: "sample", operation: "greet", reason, raw })
      expect(yield* greet(() => Effect.fail(unread))).toEqual({
        isError: true,
        content: [{ type: "text", text: `Decode: It cannot be read.\nraw: ${JSON.stringify(raw)}` }],
        structuredContent: toJson(unread, adviceOf(agentWords, unread))
      })
      // Clients refuse structured content that does not fit the output schema that they know.
      expect(yield* greet(() => Effect.fail(unread), true)).not.toHaveProperty("structuredContent")
    })
  )

  it.effect("has the step's card beside it for clients that show views, and for no others", () =>
    Effect.gen(function* () {
      const cards = {
        sample_greet: (output: { readonly text: string }, fetchedAt: string) => ({ ...output, fetchedAt })
      }
      const drawn = { ...tool, plugin: { ...samplePlugin, cards } } as unknown as typeof tool
      const resultOf = (one: typeof tool, showsCards: boolean) =>
        call(CALLER, one, { name: "Ada" }, { outputSchemas: true, cards: showsCards }).pipe(
          Effect.provideService(Runner, {
            preview: () => Effect.succeed(free),
            run: () => Effect.succeed({ text: "Hello" })
          }),
          Effect.provide(Accounts.layer(() => [ACCOUNT]))
        )
      const plain = { content: [{ type: "text", text: '{"text":"Hello"}' }], structuredContent: { text: "Hello" } }
      const card = { text: "Hello", fetchedAt: "1970-01-01T00:00:00.000Z" }
      expect(yield* resultOf(drawn, true)).toEqual({ ...plain, _meta: { "inlay/card": card } })
      expect(yield* resultOf(drawn, false)).toEqual(plain)
      expect(yield* resultOf(tool, true)).toEqual(plain)
    })
  )

  it.effect("is that of a run by the caller", () =>
    Effect.gen(function* () {
      expect(yield* greet(() => Caller)).toMatchObject({ structuredContent: CALLER })
    })
  )
})

describe("the input that continues an answer", () => {
  const next = { name: "Ada", times: 2 }
  const continued = (output: object, input: object) =>
    Effect.gen(function* () {
      const runner = { preview: () => Effect.succeed(free), run: () => Effect.succeed(output) }
      const result = yield* call(CALLER, tool, { name: "Ada", ...input }, { outputSchemas: true }).pipe(
        Effect.provideService(Runner, runner),
        Effect.provide(Accounts.layer(() => [ACCOUNT]))
      )
      const { structuredContent, content } = result as Exclude<typeof result, { readonly question: unknown }>
      expect(JSON.parse(content[0].text)).toEqual(structuredContent)
      return structuredContent
    })

  it.effect("names the account that the call named, because several may be connected", () =>
    Effect.gen(function* () {
      expect(yield* continued({ text: "a", next }, { account: "env" })).toEqual({
        text: "a",
        next: { ...next, account: "env" }
      })
      expect(yield* continued({ text: "a", next }, {})).toEqual({ text: "a", next })
    })
  )

  it.effect.each([
    [{ next: { place: "Sydney" } }],
    [{ next: { ...next, place: "Sydney" } }],
    [{ next: "Sydney" }],
    [{ next: null }],
    [{ next: [1] }]
  ] as const)("is not what a plugin means by %j", ([output]) =>
    Effect.map(continued(output, { account: "env" }), (result) => expect(result).toEqual(output))
  )
})

it.effect("wait_for_previous, which Gemini CLI adds to each tool, is passed on only to a step that has it", () =>
  Effect.gen(function* () {
    const inputs: Array<unknown> = []
    const runner = {
      preview: () => Effect.succeed(free),
      run: (_: string, input: unknown) => Effect.sync(() => void inputs.push(input))
    }
    const jsonSchema = { type: "object", properties: { wait_for_previous: { type: "boolean" } } }
    const waiting = { ...tool, step: { ...tool.step, jsonSchema } } as unknown as typeof tool
    for (const one of [tool, waiting]) {
      yield* call(CALLER, one, { name: "Ada", wait_for_previous: true }, { outputSchemas: true }).pipe(
        Effect.provideService(Runner, runner),
        Effect.provide(Accounts.layer(() => [ACCOUNT]))
      )
    }
    expect(inputs).toEqual([{ name: "Ada" }, { name: "Ada", wait_for_previous: true }])
  })
)

describe("a tool that is not listed", () => {
  const told = (error: ProviderError) => toJson(error, adviceOf(agentWords, error)).error.message

  it.effect("is explained without a run, and without the secret that its name may be", () =>
    Effect.gen(function* () {
      const accounts = { ...(yield* Accounts), secrets: Effect.succeed([Redacted.make(KEY)]) }
      const offer = listing([samplePlugin], [], { outputSchemas: false })
      const explained = (name: string) =>
        Effect.provideService(unlistedName([samplePlugin], offer, name), Accounts, accounts)
      const { reason } = yield* explained("sample_great")
      expect(reason).toMatchObject({
        _tag: "NotFound",
        remedy: { to: "chooseName" },
        known: ["sample_greet", "sample_fail"]
      })
      expect(reason.what).toBe("There is no tool step sample_great.")
      const { message } = yield* explained(KEY)
      expect(message).toContain("There is no tool step")
      expect(message).not.toContain(KEY)
    }).pipe(Effect.provide(Accounts.layer(() => [])))
  )

  it.effect("because every account is read-only is refused as a run of it would be", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const offer = listing([samplePlugin], yield* accounts.list, { outputSchemas: false })
      expect(told(yield* unlistedName([samplePlugin], offer, "sample_fail"))).toBe(
        "Fail changes data, and every connected Sample account is read-only. Nothing was sent. Use another account, or allow this one to write."
      )
    }).pipe(Effect.provide(Accounts.layer(() => ["one", "two"].map((name) => ({ ...ACCOUNT, name, readOnly: true })))))
  )

  it.effect("because its only account cannot be opened is explained by that, whatever other plugins have", () =>
    Effect.gen(function* () {
      const reason = { _tag: "Refused", guard: "vault", what: "The account env was sealed with another key." } as const
      const problem = new ProviderError({ provider: "sample", operation: "accounts", reason })
      const listed = [
        { ...ACCOUNT, problem },
        { ...ACCOUNT, plugin: "other" }
      ]
      const accounts = { ...(yield* Accounts), list: Effect.succeed(listed), find: () => Effect.fail(problem) }
      const offer = listing([samplePlugin], listed, { outputSchemas: false })
      const error = yield* Effect.provideService(
        unlistedName([samplePlugin], offer, "sample_greet"),
        Accounts,
        accounts
      )
      expect(told(error)).toBe("The account env was sealed with another key.")
    }).pipe(Effect.provide(Accounts.layer(() => [])))
  )

  it.effect("because its account was connected later is there after a restart", () =>
    Effect.gen(function* () {
      const offer = listing([samplePlugin], [], { outputSchemas: false })
      expect(told(yield* unlistedName([samplePlugin], offer, "sample_fail"))).toBe(
        "No Sample account could use sample_fail when this server started. Restart it: an account can now."
      )
    }).pipe(Effect.provide(Accounts.layer(() => [ACCOUNT])))
  )
})

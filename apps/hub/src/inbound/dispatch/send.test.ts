/** What is sent to a receiver, and what its answer means. */
import { TransportFailure, type Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { expect, it, onTestFinished } from "vitest"

import { holdFor, release } from "../../accounts/known-secrets.ts"
import { Commands } from "./Commands.ts"
import type { DueDelivery } from "./locks.ts"
import { attempt } from "./send.ts"

const DUE: DueDelivery = {
  id: "msg_1",
  subscription: "sub_1",
  queue: "d_1",
  eventId: 1,
  attempts: 2,
  tries: 0,
  wakes: 2,
  nextMillis: 0,
  trigger: "codehost_new_star",
  plugin: "codehost",
  account: "work",
  at: "2026-06-01T00:00:00Z",
  data: JSON.stringify({ title: "plain" }),
  source: "webhook",
  causedBy: null,
  key: "star 1",
  actor: "ada",
  places: JSON.stringify(["repos/acme/widgets"]),
  depth: 3
}

/** One attempt at a receiver that answers with a status. */
const sending = async (
  status: number,
  {
    url = "https://agent.example/",
    isAllowed = false,
    ...more
  }: Partial<DueDelivery> & { url?: string; isAllowed?: boolean } = {}
) => {
  const bodies: Array<Record<string, unknown>> = []
  const transport: Transport["Service"] = {
    send: ({ body }) => {
      bodies.push(JSON.parse(String(body)) as Record<string, unknown>)
      return Effect.succeed({ status, headers: {}, text: "x".repeat(600) })
    }
  }
  const { outcome, next } = await Effect.runPromise(
    attempt(transport, { url }, Redacted.make("whsec_AAAA"), { ...DUE, ...more }).pipe(
      Effect.provideService(Commands, { isAllowed, directory: "" })
    )
  )
  return { outcome, next, body: bodies[0] }
}

it.each([
  [200, true, "delivered"],
  [299, true, "delivered"],
  [199, false, "pending"],
  [302, false, "pending"],
  [410, false, "dead"],
  [500, false, "pending"]
])("the status %i is accepted: %s, and leaves it %s", async (status, isAccepted, state) => {
  const { outcome, next } = await sending(status)
  expect([outcome.status, outcome.isAccepted, next.state]).toEqual([status, isAccepted, state])
  expect(outcome.answer.length).toBe(500)
})

it.each([301, 302, 303, 307, 308])(
  "says of the status %i that a redirect is not followed, and where it leads",
  async (status) => {
    const transport: Transport["Service"] = {
      send: () =>
        Effect.succeed({ status, headers: { location: "https://agent.example/new?key=not-a-secret" }, text: "Moved" })
    }
    const { outcome } = await Effect.runPromise(
      attempt(transport, { url: "https://agent.example/" }, Redacted.make("whsec_AAAA"), DUE).pipe(
        Effect.provideService(Commands, { isAllowed: false, directory: "" })
      )
    )
    expect(outcome.answer).toBe("A redirect to https://agent.example/new, which is not followed.")
  }
)

/** One attempt at a receiver whose answer has a status, if any, and cannot be read to its end. */
const unread = (status: number | undefined, then: ReturnType<Transport["Service"]["send"]>) => {
  const transport: Transport["Service"] = {
    send: ({ onHead }) => {
      if (status !== undefined) onHead?.({ status, headers: { "retry-after": "5000" } })
      return then
    }
  }
  const sent = attempt(transport, { url: "https://agent.example/" }, Redacted.make("whsec_AAAA"), DUE)
  return Effect.provideService(sent, Commands, { isAllowed: false, directory: "" })
}

it.each([
  [200, true, "delivered", "The rest of its answer could not be read: more than 65536 bytes"],
  [410, false, "dead", "The rest of its answer could not be read: more than 65536 bytes"],
  [500, false, "pending", "The rest of its answer could not be read: more than 65536 bytes"],
  [undefined, false, "pending", "No answer: more than 65536 bytes"]
])("the status %s counts although the rest of its answer cannot be read", async (status, isAccepted, state, answer) => {
  const failure = new TransportFailure({ kind: "too-large", detail: "more than 65536 bytes", sent: true })
  const { outcome, next } = await Effect.runPromise(unread(status, Effect.fail(failure)))
  expect([outcome.status, outcome.isAccepted, next.state, outcome.answer]).toEqual([status, isAccepted, state, answer])
})

it("pauses as long as the receiver asks, although the rest of its answer cannot be read", async () => {
  const failure = new TransportFailure({ kind: "unreadable", detail: "its gzip body is damaged", sent: true })
  const { next } = await Effect.runPromise(unread(429, Effect.fail(failure)))
  expect(next.state === "pending" && next.pauseMillis).toBeGreaterThanOrEqual(5_000_000)
})

it.each([
  [200, true, "Its answer did not end within 20 seconds."],
  [undefined, false, "No answer within 20 seconds."]
])("the status %s counts although its answer does not end in time", async (status, isAccepted, answer) => {
  const { outcome } = await Effect.runPromise(
    Effect.gen(function* () {
      const attempting = yield* Effect.forkChild(unread(status, Effect.never), { startImmediately: true })
      yield* TestClock.adjust("20 seconds")
      return yield* Fiber.join(attempting)
    }).pipe(Effect.provide(TestClock.layer()))
  )
  expect([outcome.status, outcome.isAccepted, outcome.answer]).toEqual([status, isAccepted, answer])
})

it("names hidden characters, a test and the event's cause only if there are any", async () => {
  expect(Object.keys((await sending(200)).body ?? {})).toEqual([
    "id",
    "trigger",
    "account",
    "subscription",
    "attempt",
    "occurredAt",
    "data",
    "source"
  ])
  const data = JSON.stringify({ title: "two\u200bwords" })
  expect((await sending(200, { data, isTest: true, causedBy: "msg_0" })).body).toMatchObject({
    attempt: 3,
    hiddenCharacters: [expect.anything()],
    test: true,
    causedBy: "msg_0"
  })
})

it("tells another hub how many starts led there, with this one", async () => {
  expect((await sending(200, { url: "hub:https://other.example/webhooks/1" })).body?.["event"]).toEqual({
    key: "star 1",
    actor: "ada",
    places: ["repos/acme/widgets"],
    depth: 4
  })
})

it("starts no command that is not allowed", async () => {
  const { outcome, body } = await sending(200, { url: 'exec:["node"]' })
  expect([outcome.isAccepted, outcome.status, body]).toEqual([false, undefined, undefined])
  expect(outcome.answer).toContain("--allow-exec")
})

it("keeps the end of what a command printed, where its error is", async () => {
  const printing = (script: string) =>
    sending(200, { url: `exec:${JSON.stringify([process.execPath, "-e", script])}`, isAllowed: true })
  const long = await printing(`console.log("step ".repeat(1000)); console.error("Error: no key"); process.exitCode = 3`)
  expect(long.outcome.answer).toMatch(/^It ended with 3\. ….*step Error: no key$/)
  expect(long.outcome.answer.length).toBe(500)
  const short = await printing(`console.log("all\\nwell")`)
  expect([short.outcome.isAccepted, short.outcome.answer]).toEqual([true, "all well"])
  expect((await printing("process.exitCode = 1")).outcome.answer).toBe("It ended with 1.")
})

it("shows nothing of a key that a command printed or a receiver answered, also where its text is cut", async () => {
  const key = "not-a-secret-".repeat(4)
  holdFor("test", [key])
  onTestFinished(() => release("test"))
  // So that the shown part of the output would begin in the middle of the key.
  const script = `console.log(${JSON.stringify(key)} + "x".repeat(480))`
  const printed = await sending(200, {
    url: `exec:${JSON.stringify([process.execPath, "-e", script])}`,
    isAllowed: true
  })
  expect(printed.outcome.answer).toMatch(/x{480}$/)
  expect(printed.outcome.answer).not.toContain("secret-")
  const transport: Transport["Service"] = {
    send: () => Effect.succeed({ status: 500, headers: {}, text: `Wrong key ${key}` })
  }
  const { outcome } = await Effect.runPromise(
    attempt(transport, { url: "https://agent.example/" }, Redacted.make("whsec_AAAA"), DUE).pipe(
      Effect.provideService(Commands, { isAllowed: false, directory: "" })
    )
  )
  expect(outcome.answer).toMatch(/^Wrong key /)
  expect(outcome.answer).not.toContain("secret-")
})

it("ends a command after ten minutes", async () => {
  const { outcome, next } = await Effect.runPromise(
    Effect.gen(function* () {
      const sent = attempt({ send: () => Effect.never }, { url: 'exec:["sleep","60"]' }, Redacted.make(""), DUE)
      const attempting = yield* Effect.forkChild(sent, { startImmediately: true })
      yield* TestClock.adjust("10 minutes")
      return yield* Fiber.join(attempting)
    }).pipe(Effect.provideService(Commands, { isAllowed: true, directory: "" }), Effect.provide(TestClock.layer()))
  )
  expect(outcome).toMatchObject({
    isAccepted: false,
    answer: "It did not end within 600 seconds and was stopped."
  })
  expect(next.state).toBe("pending")
})

it("gives a delivery up after its eighth attempt", async () => {
  expect((await sending(500, { tries: 6 })).next.state).toBe("pending")
  expect((await sending(500, { tries: 7 })).next).toEqual({
    state: "dead",
    why: "It was not accepted after 8 attempts."
  })
})

/** Questions to the user of a session: only a clear agreement counts as one. */
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

import { makeClientRequests } from "./client-requests.ts"
import type { Question, Reply } from "./purchase.ts"
import type { Message } from "./stdio-messages.ts"

const QUESTION: Question = {
  message: "Run it?",
  requestedSchema: { type: "object", properties: {} },
  subject: "it"
}
const CANCELLED: Reply = { action: "cancel" }

const makeClient = () => {
  const sent: Array<Message> = []
  const client = makeClientRequests((message) => Effect.sync(() => void sent.push(message as Message)))
  return { ...client, sent, asking: Effect.forkChild(client.ask(QUESTION), { startImmediately: true }) }
}

it.effect.each<[string, Message, Reply]>([
  ["an agreement", { result: { action: "accept" } }, { action: "accept" }],
  ["a refusal", { result: { action: "decline" } }, { action: "decline" }],
  ["an error", { error: { code: -32601, message: "Method not found" } }, CANCELLED],
  ["another word", { result: { action: "yes" } }, CANCELLED],
  ["nothing", { result: {} }, CANCELLED],
  ["no object", { result: "accept" }, CANCELLED]
])("takes %s as what it is", ([, response, reply]) =>
  Effect.gen(function* () {
    const { asking, sent, take } = makeClient()
    const fiber = yield* asking
    take({ jsonrpc: "2.0", id: "ask-7", result: { action: "accept" } })
    take({ jsonrpc: "2.0", id: sent[0]?.["id"], ...response })
    expect(yield* Fiber.join(fiber)).toEqual(reply)
  })
)

it.effect("takes the end of the client's messages as no agreement, and asks nobody after it", () =>
  Effect.gen(function* () {
    const { ask, asking, end, sent } = makeClient()
    const fiber = yield* asking
    end()
    expect(yield* Fiber.join(fiber)).toEqual(CANCELLED)
    expect(yield* ask(QUESTION)).toEqual(CANCELLED)
    expect(sent).toHaveLength(1)
  })
)

it.effect("takes a question back if its call is cancelled", () =>
  Effect.gen(function* () {
    const { asking, sent } = makeClient()
    yield* Fiber.interrupt(yield* asking)
    expect(sent[1]).toMatchObject({ method: "notifications/cancelled", params: { requestId: sent[0]?.["id"] } })
  })
)

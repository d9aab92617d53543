/** Sends the server's requests to the client of a session, and receives the responses. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

import { elicitation, replyOf } from "./asking.ts"
import type { Ask } from "./call.ts"
import type { Message } from "./stdio-messages.ts"

const CANCELLED = { action: "cancel" as const }

/** @param say sends a message to the client */
export const makeClientRequests = (say: (message: object) => Effect.Effect<void>) => {
  const waiting = new Map<unknown, Deferred.Deferred<Message>>()
  let count = 0
  let hasEnded = false

  /**
   * Asks the user through the client. An error response counts as a refusal, and so does the end of its messages. If
   * the call is cancelled, the question is taken back.
   */
  const ask: Ask = (question) =>
    Effect.suspend(() => {
      if (hasEnded) return Effect.succeed(CANCELLED)
      const id = `ask-${++count}`
      const answer = Deferred.makeUnsafe<Message>()
      waiting.set(id, answer)
      return say({ jsonrpc: "2.0", id, ...elicitation(question) }).pipe(
        Effect.andThen(Deferred.await(answer)),
        Effect.map(({ result }) => replyOf(result) ?? CANCELLED),
        Effect.onInterrupt(() =>
          say({
            jsonrpc: "2.0",
            method: "notifications/cancelled",
            params: { requestId: id, reason: "The call was cancelled." }
          })
        ),
        Effect.ensuring(Effect.sync(() => waiting.delete(id)))
      )
    })

  /** Receives a client's response. Ignored if no request waits for it. */
  const take = (message: Message): void => {
    const answer = waiting.get(message["id"])
    if (answer !== undefined) Deferred.doneUnsafe(answer, Exit.succeed(message))
  }

  /** There will be no more messages from the client: nobody can answer what was asked. */
  const end = (): void => {
    hasEnded = true
    for (const answer of waiting.values()) Deferred.doneUnsafe(answer, Exit.succeed({}))
  }

  return { ask, take, end }
}

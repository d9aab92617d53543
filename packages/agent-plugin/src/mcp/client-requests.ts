/** Sends the server's requests to the client of a session, and receives the responses. */
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

import { elicitation, replyOf } from "./asking.ts"
import type { Ask } from "./call.ts"
import type { Id, Message } from "./stdio-messages.ts"

/** @param say sends a message to the client */
export const makeClientRequests = (say: (message: object) => Effect.Effect<void>) => {
  const waiting = new Map<Id, Deferred.Deferred<Message>>()
  let count = 0

  /** Asks the user through the client. An error response counts as a refusal. */
  const ask: Ask = (question) =>
    Effect.suspend(() => {
      const id = `ask-${++count}`
      const answer = Deferred.makeUnsafe<Message>()
      waiting.set(id, answer)
      return say({ jsonrpc: "2.0", id, ...elicitation(question) }).pipe(
        Effect.andThen(Deferred.await(answer)),
        Effect.map(({ result }) => replyOf(result) ?? { action: "cancel" as const }),
        Effect.ensuring(Effect.sync(() => waiting.delete(id)))
      )
    })

  /** Receives a client's response. Ignored if no request waits for it. */
  const take = (message: Message): void => {
    const answer = waiting.get(message["id"] as Id)
    if (answer !== undefined) Deferred.doneUnsafe(answer, Exit.succeed(message))
  }

  return { ask, take }
}

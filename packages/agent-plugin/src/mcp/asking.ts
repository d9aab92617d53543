/**
 * Asks a client's user a question. Without sessions, the client repeats the request with the answer. In a session, the
 * server sends `elicitation/create` and waits.
 */
import { isJsonObject } from "@inlay/core-http/json-object"
import * as Effect from "effect/Effect"

import type { Ask, Unanswered } from "./call.ts"
import type { Question, Reply } from "./purchase.ts"

/** The key of a call's only question. */
const KEY = "purchase"

/** Whether a client can show forms to its user. `{}` counts as yes, because it did before modes were introduced. */
export const canAsk = (capabilities: unknown): boolean => {
  const elicitation = isJsonObject(capabilities) ? capabilities["elicitation"] : undefined
  return isJsonObject(elicitation) && (isJsonObject(elicitation["form"]) || !isJsonObject(elicitation["url"]))
}

/** The request that clients show: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation */
export const elicitation = ({ message, requestedSchema }: Question) => ({
  method: "elicitation/create" as const,
  params: { mode: "form" as const, message, requestedSchema }
})

/** Identifies a question by the hash of its subject, which changes with the price, the input and the account. */
const stateOf = ({ subject }: Question): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(subject))),
    (digest) => Buffer.from(digest).toString("base64url")
  )

/** Reads a client's answer. Returns `undefined` if it is not one. */
export const replyOf = (value: unknown): Reply | undefined => {
  if (!isJsonObject(value)) return undefined
  const { action, content } = value
  if (action !== "accept" && action !== "decline" && action !== "cancel") return undefined
  return { action, ...(isJsonObject(content) && { content }) }
}

/** Without sessions: uses the answer that came with the request, if it answers this exact question. */
export const answeredBy =
  ({ inputResponses, requestState }: { readonly inputResponses?: unknown; readonly requestState?: unknown }): Ask =>
  (question) =>
    Effect.map(stateOf(question), (state) =>
      state === requestState && isJsonObject(inputResponses) ? replyOf(inputResponses[KEY]) : undefined
    )

/** Without sessions: the result that asks for the user's answer. */
export const inputRequired = ({ question }: Unanswered) =>
  Effect.map(stateOf(question), (requestState) => ({
    resultType: "input_required" as const,
    inputRequests: { [KEY]: elicitation(question) },
    requestState
  }))

/**
 * Questions to a client's user. Without sessions the answer comes with the same request, sent once more; in a session the
 * server sends `elicitation/create` and waits.
 */
import * as Effect from "effect/Effect"

import type { Ask, Unanswered } from "./call.ts"
import type { Question, Reply } from "./purchase.ts"

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The key of the one question of a call. */
const KEY = "purchase"

/** Whether a client shows forms to its user: `{}` means that it does, as before there were other modes. */
export const canAsk = (capabilities: unknown): boolean => {
  const elicitation = isObject(capabilities) ? capabilities["elicitation"] : undefined
  return isObject(elicitation) && (isObject(elicitation["form"]) || !isObject(elicitation["url"]))
}

/** What clients show: https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation */
export const elicitation = ({ message, requestedSchema }: Question) => ({
  method: "elicitation/create" as const,
  params: { mode: "form" as const, message, requestedSchema }
})

/** A question's name: another price, input or account has another one. */
const stateOf = ({ subject }: Question): Effect.Effect<string> =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(subject))),
    (digest) => Buffer.from(digest).toString("base64url")
  )

/** An answer of a client; `undefined` where it is none. */
export const replyOf = (value: unknown): Reply | undefined => {
  if (!isObject(value)) return undefined
  const { action, content } = value
  if (action !== "accept" && action !== "decline" && action !== "cancel") return undefined
  return { action, ...(isObject(content) && { content }) }
}

/** Without sessions: takes the answer that came with the request, where it is one to this very question. */
export const answeredBy =
  ({ inputResponses, requestState }: { readonly inputResponses?: unknown; readonly requestState?: unknown }): Ask =>
  (question) =>
    Effect.map(stateOf(question), (state) =>
      state === requestState && isObject(inputResponses) ? replyOf(inputResponses[KEY]) : undefined
    )

/** Without sessions: the result that asks for the user's answer. */
export const inputRequired = ({ question }: Unanswered) =>
  Effect.map(stateOf(question), (requestState) => ({
    resultType: "input_required" as const,
    inputRequests: { [KEY]: elicitation(question) },
    requestState
  }))

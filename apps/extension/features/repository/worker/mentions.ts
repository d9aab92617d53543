/**
 * Finds the new texts that mention the account in threads that mention it somewhere: the service goes on giving the
 * mention as the reason for its notification with every later comment.
 */
import { mentions } from "@inlay/codehost/mentions"
import * as Effect from "effect/Effect"

import type { RequestError } from "../../../messaging/own-failures.ts"
import { isList } from "../../../messaging/shape.ts"
import type { RepositoryRef, Seen } from "../requests.ts"
import { isAuthored, isPerson, type Authored, type MentioningThread } from "./reading.ts"
import { inRepository, isMissing } from "./reads.ts"
import type { Service } from "./service.ts"

/** A notification may be listed this much later than its text was written. */
const LATE_MILLIS = 300_000
const areAuthored = isList(isAuthored)

/** None if the thread or the comment was deleted. */
const standing = (texts: Effect.Effect<ReadonlyArray<Authored>, RequestError>) =>
  Effect.catchIf(texts, isMissing, () => Effect.succeed<ReadonlyArray<Authored>>([]))

/** Reads a part, or goes on with something else once it has failed too often. */
export type OrPass = <A>(part: Effect.Effect<A, RequestError>, instead: A) => Effect.Effect<A, RequestError>

/** @param since ISO 8601: when the newest thread of the last look had changed */
export const mentionsIn = Effect.fnUntraced(function* (
  service: Pick<Service, "body">,
  ref: RepositoryRef,
  threads: ReadonlyArray<MentioningThread>,
  since: string,
  orPass: OrPass
) {
  if (threads.length === 0) return []
  const fromMillis = Date.parse(since) - LATE_MILLIS
  const { login } = yield* service.body(ref, { endpoint: "/user" }, isPerson)
  const isMention = ({ ofTeam }: MentioningThread, { user, title, body, created_at }: Authored) => {
    const text = `${title ?? ""}\n${body ?? ""}`
    return (
      Date.parse(created_at) >= fromMillis &&
      user?.login.toLowerCase() !== login.toLowerCase() &&
      (mentions(text, login) || (ofTeam && text.toLowerCase().includes(`@${ref.owner}/`.toLowerCase())))
    )
  }
  const all = yield* Effect.forEach(threads, (thread) => {
    const { number, title } = thread
    const itself = inRepository(ref, `/issues/${number}`)
    const comments = `${itself}/comments?since=${new Date(fromMillis).toISOString()}&per_page=100`
    const ofThread = Effect.all([
      standing(service.body(ref, { endpoint: comments }, areAuthored)),
      // A comment in a review, or the thread's own text, is not among its comments.
      standing(Effect.map(service.body(ref, { endpoint: thread.latest ?? itself }, isAuthored), (text) => [text]))
    ]).pipe(
      Effect.map((texts) =>
        texts
          .flat()
          .filter((text) => isMention(thread, text))
          .map(({ url: id, html_url: url, user, created_at: at }): Seen => {
            return { id, kind: "mention", title, number, by: user?.login ?? "", url, at }
          })
      )
    )
    return orPass(ofThread, [])
  })
  return all.flat()
})

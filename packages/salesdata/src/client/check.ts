/** The free check of an account: looks up a person that cannot exist, and fails if the key or the address is wrong. */
import type { Client } from "@inlay/core-http/Client"
import { ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"

import { checkCall, NOWHERE } from "../wire/check-call.ts"
import { meaningOf } from "../wire/meaning.ts"
import { messagesOf } from "../wire/messages.ts"

/** A response without the parts that differ between requests: its path, numbers, ids and times. */
const gist = ({ status, body }: Pick<Answer, "status" | "body">, endpoint: string): string =>
  `${status} ${JSON.stringify(body)
    ?.replaceAll(JSON.stringify(endpoint.slice(1)).slice(1, -1), "")
    .replace(/(?<![0-9a-f-])[0-9a-f-]*\d[0-9a-f.:TZ-]*/gi, "")}`

const PERSON = "/enrich/person"

/**
 * Looks up a person that cannot exist. Unless the response names who was not found, sends the same request to a path that
 * cannot exist. If the two responses are the same, whatever their status or text, the server did not look anybody up.
 */
export const check = Effect.fnUntraced(function* (http: Client) {
  const nobody = yield* http.call(checkCall(PERSON))
  // Only a server that searched can name who it did not find.
  if (meaningOf(messagesOf(nobody.body)).nobodyNamed()) return
  const nowhere = yield* Effect.result(http.call(checkCall(NOWHERE)))
  if (nowhere._tag === "Failure") {
    // A non-JSON page or a redirect is not how lookups are answered, so the two paths differ.
    if (nowhere.failure.reason._tag === "Decode" || nowhere.failure.reason._tag === "Refused") return
    return yield* nowhere.failure
  }
  if (gist(nobody, PERSON) === gist(nowhere.success, NOWHERE)) {
    return yield* new ProviderError({
      provider: "salesdata",
      operation: "check",
      reason: {
        _tag: "NotFound",
        what: "The provider answers the lookup just as it answers a path that cannot exist.",
        remedy: { to: "checkAddress", of: "base", unchanged: "serviceChanged" }
      }
    })
  }
})

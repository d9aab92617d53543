/** The free check of an account: asks for somebody who cannot exist, and fails where the key or the address is wrong. */
import type { Client } from "@inlay/core-http/Client"
import { ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"

import { checkCall, NOWHERE } from "../wire/check-call.ts"
import { speechOf } from "../wire/speech.ts"
import { wordsOf } from "../wire/words.ts"

/** What an answer says, without what differs from one request to the next: its path, numbers, ids and times. */
const gist = ({ status, body }: Pick<Answer, "status" | "body">, endpoint: string): string =>
  `${status} ${JSON.stringify(body)
    ?.replaceAll(JSON.stringify(endpoint.slice(1)).slice(1, -1), "")
    .replace(/[0-9a-f-]*\d[0-9a-f.:TZ-]*/gi, "")}`

const PERSON = "/enrich/person"

/**
 * Asks for nobody, and, unless the answer names whom it did not find, the same of a path that cannot exist: a server that
 * answers both alike, by whatever status or words, has not looked for anybody.
 */
export const check = Effect.fnUntraced(function* (http: Client) {
  const nobody = yield* http.call(checkCall(PERSON))
  // Only who has looked for somebody says whom it did not find.
  if (speechOf(wordsOf(nobody.body)).nobodyNamed) return
  const nowhere = yield* Effect.result(http.call(checkCall(NOWHERE)))
  if (nowhere._tag === "Failure") {
    // A page that is no JSON, or a redirect, is what no lookup is answered with.
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

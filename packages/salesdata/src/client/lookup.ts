/** What both lookups share: identifiers checked before anything is sent, and an answer turned into an outcome. */
import type { Client } from "@inlay/core-http/Client"
import { invalid, type FieldError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import type { Normalised } from "../identifiers.ts"
import type { Reader } from "../internal/answered.ts"
import { keysByField } from "../internal/lookup-keys.ts"
import type { Enrichment } from "../schema/Enrichment.ts"

export type Normalisers = Readonly<Record<string, (text: string) => Normalised>>

/** The identifiers given, in normal form; fails as `Invalid` with every malformed one, or where there is none. */
const normalise = (
  operation: string,
  normalisers: Normalisers,
  given: Readonly<Record<string, string | undefined>>
) => {
  const body: Record<string, string> = {}
  const wrong: Array<FieldError> = []
  for (const [field, text] of Object.entries(given)) {
    if (text === undefined) continue
    const normal = normalisers[field]?.(text) ?? { ok: false, problem: "is not an identifier of this lookup" }
    if (normal.ok) body[field] = normal.value
    else wrong.push({ field, message: normal.problem })
  }
  if (wrong.length === 0 && Object.keys(body).length === 0) {
    wrong.push({
      field: "",
      message: `no identifier is given: give one or more of ${Object.keys(normalisers).join(", ")}`
    })
  }
  return wrong.length > 0 ? Effect.fail(invalid("salesdata", operation, wrong)) : Effect.succeed(body)
}

export const make = <A>(
  http: Client,
  options: {
    readonly kind: "person" | "company"
    readonly operation: string
    readonly endpoint: string
    readonly normalisers: Normalisers
    readonly read: Reader<A>
    readonly profileSites: ReadonlyArray<string>
  }
) => {
  const { kind, operation, endpoint, profileSites } = options
  return Effect.fnUntraced(function* (given: Readonly<Record<string, string | undefined>>) {
    const body = yield* normalise(operation, options.normalisers, given)
    const answer = yield* http.call({ operation, method: "POST", endpoint, body })
    const answered = options.read(answer, profileSites)
    const reading = answered?.reading
    const asked = keysByField(kind, body, profileSites)
    const confirmed = asked.filter(([, key]) => answered?.keys.includes(key))
    const outcome: Enrichment<A> = {
      match: reading !== undefined,
      record: reading?.value ?? null,
      raw: answer.body,
      matchedOn: reading === undefined ? [] : (confirmed.length > 0 ? confirmed : asked).map(([field]) => field),
      credits: answer.credits ?? { charged: "unknown", basis: "price" },
      fetchedAt: answer.fetchedAt,
      fromCache: answer.fromCache,
      ...(reading !== undefined && reading.drift.length > 0 && { drift: reading.drift })
    }
    return outcome
  })
}

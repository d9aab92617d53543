/** What both lookups share: identifiers checked before anything is sent, and an answer turned into an outcome. */
import type { Client } from "@inlay/core-http/Client"
import { invalid, ProviderError, type FieldError } from "@inlay/core-http/ProviderError"
import * as PurchaseNotice from "@inlay/core-http/PurchaseNotice"
import * as Effect from "effect/Effect"

import type { Normalised } from "../identifiers.ts"
import type { Judge } from "../internal/answered.ts"
import { confirms, isSole, keysByField } from "../internal/lookup-keys.ts"
import type { Enrichment } from "../schema/Enrichment.ts"
import type { Misses } from "./misses.ts"

const NO_MATCH = { _tag: "NoMatch" } as const

/** An answer that was kept by an earlier version, which took it for something that it is not. */
const unreadable = (operation: string, raw: unknown) =>
  new ProviderError({
    provider: "salesdata",
    operation,
    reason: {
      _tag: "Decode",
      what: "The answer that was kept of this lookup cannot be read.",
      fix: "Nothing was sent. Read the answer itself, or remove what is kept and ask again."
    },
    raw
  })

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

type Keys = ReturnType<typeof keysByField>

const kindOf = (key: string): string => key.slice(0, key.indexOf(":"))

/** What is said of a record that holds another value than was asked, of a kind that a subject has only one of. */
const contradiction = (
  asked: Keys,
  answered: ReadonlyArray<string>,
  confirmed: ReadonlyArray<string>
): string | undefined => {
  const others = asked.filter(
    ([field, key]) =>
      isSole(key) && !confirmed.includes(field) && answered.some((other) => kindOf(other) === kindOf(key))
  )
  return others.length === 0
    ? undefined
    : `The record holds another ${others.map(([field]) => field).join(" and ")} than was asked: it may be about somebody else.`
}

export const make = <A>(
  http: Client,
  options: {
    readonly kind: "person" | "company"
    readonly operation: string
    readonly endpoint: string
    readonly normalisers: Normalisers
    readonly judge: Judge<A>
    readonly keysOf: (record: A, sites: ReadonlyArray<string>) => ReadonlyArray<string>
    readonly misses: Misses
    readonly profileSites: ReadonlyArray<string>
  }
) => {
  const { kind, operation, endpoint, profileSites } = options
  return Effect.fnUntraced(function* (given: Readonly<Record<string, string | undefined>>) {
    const body = yield* normalise(operation, options.normalisers, given)
    const answer = yield* http.call({ operation, method: "POST", endpoint, body })
    const { judge, keysOf, misses } = options
    // A kept answer was judged when it was bought, knowing what was asked then.
    const judgment = answer.match === false ? NO_MATCH : judge(answer, answer.fromCache ? undefined : body)
    if (judgment._tag === "Failure") return yield* unreadable(operation, answer.body)
    const reading = judgment._tag === "Match" ? judgment.reading : undefined
    const asked = keysByField(kind, body, profileSites)
    const answered = reading === undefined ? [] : keysOf(reading.value, profileSites)
    const matchedOn = asked.filter(([, key]) => confirms(answered, key)).map(([field]) => field)
    const notice = PurchaseNotice.of(
      answer,
      contradiction(asked, answered, matchedOn) ?? misses.noticeOf(reading !== undefined, answer.fromCache)
    )
    const outcome: Enrichment<A> = {
      match: reading !== undefined,
      record: reading?.value ?? null,
      raw: answer.body,
      matchedOn,
      credits: answer.credits ?? { charged: "unknown", basis: "price" },
      fetchedAt: answer.fetchedAt,
      fromCache: answer.fromCache,
      ...(reading !== undefined && reading.drift.length > 0 && { drift: reading.drift }),
      ...(answer.unkept !== undefined && { unkept: answer.unkept }),
      ...(notice !== undefined && { notice })
    }
    return outcome
  })
}

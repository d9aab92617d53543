/** Encodes a grant as a database column. A value that cannot be decoded grants nothing. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Grant } from "../../callers/Principal.ts"

const names = Schema.optionalKey(Schema.Array(Schema.String))

/** The schema of a grant, both stored and received. */
export const GrantSchema = Schema.Struct({
  plugins: names,
  accounts: names,
  tools: names,
  readOnly: Schema.Boolean,
  creditsPerDay: Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))),
  manages: Schema.optionalKey(Schema.Boolean)
})

const NOTHING: Grant = { plugins: [], accounts: [], tools: [], readOnly: true, creditsPerDay: 0 }

const decode = Schema.decodeUnknownResult(Schema.fromJsonString(GrantSchema))

export const grantText = (grant: Grant): string => JSON.stringify(grant)

/** Recently decoded grants, because a token's grant is read on every request. */
const recent = new Map<string, Grant>()
const MAX_RECENT = 100

export const grantOf = (text: string): Grant => {
  const before = recent.get(text)
  if (before !== undefined) return before
  const grant = Result.getOrElse(decode(text), () => NOTHING)
  const [oldest] = recent.keys()
  if (recent.size >= MAX_RECENT && oldest !== undefined) recent.delete(oldest)
  recent.set(text, grant)
  return grant
}

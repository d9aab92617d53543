/** Encodes a grant as a database column. A value that cannot be decoded grants nothing. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Grant } from "../../principals/Principal.ts"

const names = (description: string) => Schema.optionalKey(Schema.Array(Schema.String)).annotate({ description })

/** The schema of a grant, both stored and received. */
export const GrantSchema = Schema.Struct({
  plugins: names("Only these plugins, by their ids; all, by default"),
  accounts: names("Only these accounts, as `plugin/name`; all, by default"),
  tools: names("Only these tool steps, by their ids; all, by default"),
  readOnly: Schema.Boolean.annotate({ description: "Whether it may only read" }),
  creditsPerDay: Schema.optionalKey(Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))).annotate({
    description: "The credits that it may spend in a UTC day; no such cap, by default"
  }),
  manages: Schema.optionalKey(Schema.Boolean).annotate({
    description: "Whether it manages the hub: its accounts, tokens and agents; false, by default"
  })
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

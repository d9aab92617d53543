/** A grant as a column of a table. What does not read as one grants nothing. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { Grant } from "./Principal.ts"

const names = Schema.optionalKey(Schema.Array(Schema.String))

/** The shape of a grant, for what is stored and for what arrives. */
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

export const grantOf = (text: string): Grant => Result.getOrElse(decode(text), () => NOTHING)

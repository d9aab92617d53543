/** Finds the property of a report that does not name one: the only property of the account. */
import { Runner } from "@inlay/agent-plugin/Runner"
import { invalidReason, ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import type { Remedy } from "@inlay/core-http/Remedy"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { idOf } from "../../schema/names.ts"
import { ROLES } from "../../wire/reasons/rights.ts"

/** The parts of the property list that are used. */
const decode = Schema.decodeUnknownEffect(
  Schema.Struct({
    items: Schema.Array(Schema.Struct({ property: Schema.String, name: Schema.String })),
    total: Schema.Int
  })
)

/** The most properties that an error names. */
const MOST_NAMED = 10

const failure = (message: string, remedy: Remedy) => {
  const { nothing: _, ...reason } = invalidReason([{ field: "--property", message }])
  return new ProviderError({ provider: "analytics", operation: "report", reason: { ...reason, remedy } })
}

const NO_PROPERTY = failure("is required, and the account has access to none", {
  to: "ask",
  whom: "administrator",
  needs: ROLES.read
})

/** Fails as `Invalid` if the account does not have exactly one property. The error lists those that exist. */
export const onlyProperty = Effect.fnUntraced(function* (account: string | undefined) {
  const runner = yield* Runner
  const output = yield* runner.run("analytics_list_properties", {}, account)
  const { items, total } = yield* Effect.orDie(decode(output))
  const [only] = items
  if (only === undefined) return yield* NO_PROPERTY
  if (total === 1) return only.property
  const list = items
    .slice(0, MOST_NAMED)
    .map(({ property, name }) => `${idOf(property)} ${ProviderText.quote(name, 60)}`)
  const rest = total - list.length
  const more = rest > 0 ? `, and ${rest} more that analytics_list_properties lists` : ""
  return yield* failure(`is required; the account has access to ${total}: ${list.join(", ")}${more}`, {
    to: "correctInput"
  })
})

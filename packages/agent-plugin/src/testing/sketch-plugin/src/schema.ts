/** Records of the service and inputs of its operations. */
import * as Schema from "effect/Schema"

export const Me = Schema.Struct({ login: Schema.String, scopes: Schema.Array(Schema.String) })

export const Property = Schema.Struct({ id: Schema.String, name: Schema.String })

export const Note = Schema.Struct({
  id: Schema.String,
  property: Schema.String,
  text: Schema.String,
  author: Schema.String,
  created_at: Schema.String
})

export const Report = Schema.Struct({
  metric: Schema.String,
  rows: Schema.Array(Schema.Struct({ day: Schema.String, value: Schema.Finite })),
  quota: Schema.Struct({ consumed: Schema.Finite, remaining: Schema.Finite })
})

const property = Schema.String.annotate({ description: "By default the account's own" }).check(
  Schema.isPattern(/^\d{1,12}$/)
)

export const reportInput = Schema.Struct({
  property: Schema.optionalKey(property),
  metric: Schema.Literals(["sessions", "users"]),
  days: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 90 })))
})

export const noteInput = Schema.Struct({
  property: Schema.optionalKey(property),
  text: Schema.String.check(Schema.isMinLength(1))
})

/** Fields that the service may omit or return as null. */
import * as Schema from "effect/Schema"

/** Makes a schema's field optional and nullable. */
export const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** The service writes 64-bit numbers as text, and some proxies write them as numbers. 0 is omitted. */
export const int64 = Schema.Union([Schema.Int, Schema.String])

/** A field that the service may leave out or write as null: neither fails a record. */
import * as Schema from "effect/Schema"

/** Of a schema, one whose field may be left out or null. */
export const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** The service writes 64-bit numbers as text, some proxies as numbers; 0 is left out. */
export const int64 = Schema.Union([Schema.Int, Schema.String])

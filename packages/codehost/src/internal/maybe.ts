/** A field that the service may leave out or write as null: neither fails a record. */
import * as Schema from "effect/Schema"

export const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

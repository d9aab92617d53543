/** A field that the service may leave out or write as null: neither fails a record. */
import * as Schema from "effect/Schema"

/** Of a schema, one whose field may be left out or null. */
export const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

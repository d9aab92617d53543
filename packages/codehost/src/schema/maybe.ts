/** Fields that the service may leave out or return as null. Neither makes a record fail to decode. */
import * as Schema from "effect/Schema"

/** Makes a schema's field optional and nullable. */
export const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

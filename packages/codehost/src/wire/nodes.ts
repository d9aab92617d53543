/** The nodes of a GraphQL connection. A node is null if it cannot be read; the list is null if none can. */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** Makes the schema of a connection's nodes, without those that are null. */
export const nodes = <A, E>(item: Schema.Codec<A, E>) =>
  Schema.NullOr(Schema.Array(Schema.NullOr(item))).pipe(
    Schema.decodeTo(
      Schema.Array(Schema.toType(item)),
      SchemaTransformation.transform({
        decode: (list: ReadonlyArray<A | null> | null): ReadonlyArray<A> => (list ?? []).filter((one) => one !== null),
        encode: (list: ReadonlyArray<A>): ReadonlyArray<A | null> | null => list
      })
    )
  )

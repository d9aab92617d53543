/**
 * Makes PostgreSQL's numbers like those of SQLite: `bigint` and `numeric` (counts, sums) become numbers if a number
 * holds them exactly, and otherwise stay as the driver gives them.
 */
import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Result from "effect/Result"

const narrow = (value: unknown): unknown => {
  const number = Number(value)
  return Number.isSafeInteger(number) && String(number) === String(value) ? number : value
}

const narrowingCodec = (oid: number): PgTypes.Codec<unknown> => ({
  encode: (value) => PgTypes.encode(oid === PgTypes.OID.int8 && typeof value === "number" ? BigInt(value) : value, oid),
  decode: (bytes) => Result.map(PgTypes.decode(bytes, oid, 1), narrow)
})

export const registry = (): PgTypes.Registry => {
  const types = PgTypes.makeRegistry()
  for (const oid of [PgTypes.OID.int8, PgTypes.OID.numeric]) types.register(oid, narrowingCodec(oid))
  return types
}

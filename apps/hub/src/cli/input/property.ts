/** The parts of a field's JSON Schema that the command line reads. */
export interface Property {
  readonly type?: unknown
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<Property>
  readonly items?: Property
  readonly description?: string
}

/** The names of the JSON types that a field takes. */
export const typesOf = ({ type, anyOf = [] }: Property): ReadonlyArray<unknown> =>
  [type, ...anyOf.flatMap(typesOf)].flat()

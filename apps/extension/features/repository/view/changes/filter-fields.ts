/**
 * Converts the hub's JSON Schema of a trigger's filters to form fields. Fields of unknown shapes are left out. Pure.
 */
import type { FilterField, RepositoryRequests } from "../../requests.ts"

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === "string"

const MAX_FIELDS = 30

const textsIn = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.filter(isText) : [])

/** The schema of one value, also if the field accepts several. */
const single = (schema: Json): Json => {
  const [first] = Array.isArray(schema["anyOf"]) ? (schema["anyOf"] as ReadonlyArray<unknown>) : []
  return isObject(first) ? first : schema
}

const fieldOf = (name: string, schema: Json): ReadonlyArray<FilterField> => {
  const one = single(schema)
  const choices = textsIn(one["enum"])
  const help = isText(schema["description"]) ? schema["description"] : ""
  const of = (type: FilterField["type"]) => [{ name, help, type, choices }]
  if (choices.length > 0) return of("choice")
  if (one["type"] === "boolean") return of("flag")
  if (one["type"] === "integer" || one["type"] === "number") return of("number")
  return one["type"] === "string" ? of("texts") : []
}

const propertiesOf = (schema: unknown): Json =>
  isObject(schema) && isObject(schema["properties"]) ? schema["properties"] : {}

export const filterFields = (schema: unknown): ReadonlyArray<FilterField> =>
  Object.entries(propertiesOf(schema))
    .flatMap(([name, field]) => (isObject(field) ? fieldOf(name, field) : []))
    .slice(0, MAX_FIELDS)

/** The fields of a trigger's form. `isOfRepository`: whether it can be limited to one repository. */
export const formOf = ({ targetSchema, filtersSchema }: RepositoryRequests["triggerFilters"]["output"]) => ({
  isOfRepository: Object.hasOwn(propertiesOf(targetSchema), "repo"),
  // The repository is fixed: it is the page's.
  fields: filterFields(filtersSchema).filter(({ name }) => name !== "repository")
})

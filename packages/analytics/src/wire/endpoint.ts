/** Endpoints of both APIs, and what of an input stands in them. */
import { idOf, propertyName } from "../schema/names.ts"
import { version } from "../vendors.ts"

/** The parameters of a query. */
type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** An endpoint with its query; undefined parameters are left out. */
export const withQuery = (endpoint: string, query: Query): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text === "" ? endpoint : `${endpoint}?${text}`
}

/** Below the version: `v1beta/properties`. */
export const at = (path: string): string => `${version}/${path}`

/** Of a property: `v1beta/properties/1234:runReport`. */
export const ofProperty = (property: string, rest = ""): string => at(`${propertyName(property)}${rest}`)

/** A record below a property, by the collection that it stands in. */
export const inProperty = (property: string, collection: "keyEvents" | "dataStreams", id?: string): string =>
  ofProperty(property, `/${collection}${id === undefined ? "" : `/${idOf(id)}`}`)

/** The fields of an object that are not undefined. */
export const defined = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The update mask of a change: the fields that are in it, `display_name,web_stream_data.default_uri`. */
export const maskOf = (paths: ReadonlyArray<string>): string => paths.map(snake).join(",")

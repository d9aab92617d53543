/** Builds endpoints of both APIs, and update masks. */
import { propertyName } from "../schema/names.ts"
import { version } from "../vendors.ts"

/** Query parameters. */
type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** An endpoint with its query. Undefined parameters are omitted. */
export const withQuery = (endpoint: string, query: Query): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text === "" ? endpoint : `${endpoint}?${text}`
}

/** An endpoint below the API version: `v1beta/properties`. */
export const at = (path: string): string => `${version}/${path}`

/** An endpoint of a property: `v1beta/properties/1234:runReport`. */
export const ofProperty = (property: string, rest = ""): string => at(`${propertyName(property)}${rest}`)

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The update mask of a change, such as `display_name,web_stream_data.default_uri`. */
export const maskOf = (paths: ReadonlyArray<string>): string => paths.map(snake).join(",")

/** A table of an input's fields: their names, types, and what they mean. */
import type { ObjectSchema } from "@inlay/agent-plugin/ToolSchema"

import type { Screen } from "../../terminal/Screen.ts"
import { table } from "../../terminal/table.ts"
import type { Property } from "../input/property.ts"

const typeOf = ({ type, enum: choices, anyOf, items }: Property): string => {
  if (choices !== undefined) return choices.map(String).join(" or ")
  if (anyOf !== undefined) {
    const [one, several] = anyOf.map(typeOf)
    return anyOf.length === 2 && several === `list of ${one}` ? `${one}, or several` : anyOf.map(typeOf).join(" or ")
  }
  if (type === "array" && items !== undefined) return `list of ${typeOf(items)}`
  return typeof type === "string" ? type : "any"
}

/**
 * The fields of an object schema as a table, or `undefined` if it has none.
 *
 * @param title of the column of names
 */
export const fieldTable = (
  screen: Screen,
  title: string,
  { properties = {}, required = [] }: ObjectSchema
): string | undefined => {
  const rows = Object.entries(properties as Readonly<Record<string, Property>>).map(([name, property]) => [
    { text: name, paint: screen.style.cyan },
    typeOf(property),
    [required.includes(name) ? "Required." : "", property.description ?? ""].filter(Boolean).join(" ")
  ])
  return rows.length === 0 ? undefined : table(screen, [{ title, fixed: true }, { title: "Type" }, { title: "" }], rows)
}

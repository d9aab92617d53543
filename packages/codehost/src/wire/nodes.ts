/** The nodes of GraphQL connections. A node is null if it cannot be read; the whole list is null if none can. */
import { isJsonObject } from "@inlay/core-http/json-object"

/** Returns the data of an answer with the nodes that can be read in each `nodes`. */
export const readableNodes = (data: unknown): unknown => {
  if (Array.isArray(data)) return data.map(readableNodes)
  if (!isJsonObject(data)) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const list = name === "nodes" ? (value ?? []) : value
      const items = name === "nodes" && Array.isArray(list) ? list.filter((one) => one !== null) : list
      return [name, readableNodes(items)]
    })
  )
}

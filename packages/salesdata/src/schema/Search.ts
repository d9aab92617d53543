/** The outcome of a search: people that match the criteria, possibly none. */
import { Credits } from "@inlay/core-http/Credits"
import * as Schema from "effect/Schema"

import { isObject } from "../internal/json-path.ts"
import { reader } from "../internal/reader.ts"
import { Person, readPersonAt } from "./Person.ts"

/** The outcome of a search. */
export const Search = Schema.Struct({
  people: Schema.Array(Person),
  /** How many match in all, where the provider says. */
  total: Schema.NullOr(Schema.Finite),
  credits: Credits
})
export type Search = typeof Search.Type

const LISTS = ["people", "contacts", "results", "persons", "matches", "items", "data", "records", "leads"]

const rowsOf = (body: unknown, depth = 0): ReadonlyArray<unknown> => {
  if (Array.isArray(body)) return body
  if (!isObject(body) || depth > 2) return []
  for (const key of LISTS) {
    const value = body[key]
    const rows = Array.isArray(value) ? value : isObject(value) ? rowsOf(value, depth + 1) : []
    if (rows.length > 0) return rows
  }
  return []
}

/** Reads the people of a search answer; rows that are no objects are left out. */
export const readSearch = (body: unknown): Pick<Search, "people" | "total"> => ({
  people: rowsOf(body)
    .filter(isObject)
    .map((row, i) => readPersonAt(row, String(i)).value),
  total: isObject(body)
    ? reader(body, "").number("total", [
        "total",
        "total_count",
        "total_results",
        "pagination.total",
        "meta.total",
        "data.total",
        "data.total_results",
        "count"
      ])
    : null
})

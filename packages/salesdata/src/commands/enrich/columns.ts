/** Finds the columns of a list that hold identifiers, by column name or as the user says. Pure. */
import { nearest } from "@inlay/core-http/nearest"
import type { FieldError } from "@inlay/core-http/ProviderError"
import * as Result from "effect/Result"

import { IDENTIFIERS, identifierColumns, type IdentifierColumns, type Kind, type Rows } from "./column-names.ts"
import { kindOf, type KindOfList } from "./kind.ts"

/** What the list is about, and the columns of its identifiers. */
export interface Columns extends KindOfList {
  readonly identifiers: IdentifierColumns
}

/** Prefix of the columns that this command writes. If the input has such columns, they are replaced. */
export const OWN_PREFIX = "inlay_"

interface Assignment {
  readonly field: string
  readonly name: string
}

const assignmentOf = (text: string): Assignment => {
  const at = text.indexOf("=")
  return at < 1 ? { field: "", name: text } : { field: text.slice(0, at).trim(), name: text.slice(at + 1).trim() }
}

/** Nobody sees the spaces around a column's name. */
const indexOf = (name: string, header: ReadonlyArray<string>): number => header.findIndex((one) => one.trim() === name)

const quotedNames = (names: ReadonlyArray<string>): string => names.map((name) => `“${name}”`).join(", ")

const problemOf = ({ field, name }: Assignment, kind: Kind, header: ReadonlyArray<string>): string | undefined => {
  const fields = Object.keys(IDENTIFIERS[kind])
  if (!fields.includes(field)) return `must be FIELD=NAME, with one of the fields ${fields.join(", ")}`
  if (indexOf(name, header) >= 0) return undefined
  const near = nearest(name, header)
  return `names a column that the list does not have: ${near.length > 0 ? `the nearest is ${quotedNames(near.slice(0, 1))}` : `it has ${quotedNames(header)}`}`
}

/**
 * Says which columns of one name have different values in a row. Of columns with names of their own, such as “Email” and
 * “Work email”, the first valid value is looked up; of these, nobody can tell which one is meant.
 *
 * @param isNamed whether the user named the identifier's column, which may then be any of that name
 */
const conflictOf = (
  header: ReadonlyArray<string>,
  rows: Rows,
  identifiers: IdentifierColumns,
  isNamed: (field: string) => boolean
): string | undefined => {
  const plain = (text: string | undefined) => (text ?? "").trim().toLowerCase()
  const all = Object.entries(identifiers).flatMap(([field, columns]) =>
    columns.map((column) => ({ column, alike: isNamed(field) ? [...header.keys()] : columns }))
  )
  for (const { column, alike } of all) {
    const others = alike.filter((at) => at !== column && plain(header[at]) === plain(header[column]))
    for (const [index, row] of rows.entries()) {
      const value = plain(row[column])
      const other = others.find((at) => value !== "" && plain(row[at]) !== "" && plain(row[at]) !== value)
      if (other === undefined) continue
      const [first = 0, second = 0] = [column, other].toSorted((a, b) => a - b)
      const name = quotedNames([(header[first] ?? "").trim()])
      return `has columns ${first + 1} and ${second + 1}, both named ${name}, and its row ${index + 1} has different values in them: rename or delete one`
    }
  }
  return undefined
}

/** Returns the columns of a list, or an error for every wrong flag. */
export const columnsOf = (
  header: ReadonlyArray<string>,
  rows: Rows,
  asked: { readonly kind: Kind | undefined; readonly columns: ReadonlyArray<string> }
): Result.Result<Columns, ReadonlyArray<FieldError>> => {
  const assignments = asked.columns.map(assignmentOf)
  const kindOfList: KindOfList | undefined =
    asked.kind === undefined
      ? kindOf(
          header,
          rows,
          assignments.map(({ field }) => field)
        )
      : { kind: asked.kind, isCertain: true }
  if (kindOfList === undefined) {
    const message = `has no column whose name says e-mail, profile address, domain, website or ABN; its columns are ${quotedNames(header)}. Name the column, such as --column email=NAME`
    return Result.fail([{ field: "FILE", message }])
  }
  const { kind } = kindOfList
  const problems = assignments.flatMap((assignment) => {
    const message = problemOf(assignment, kind, header)
    return message === undefined ? [] : [{ field: "--column", message }]
  })
  if (problems.length > 0) return Result.fail(problems)
  const byFlag = Object.fromEntries(assignments.map(({ field, name }) => [field, [indexOf(name, header)]]))
  const identifiers = { ...identifierColumns(kind, header, rows), ...byFlag }
  const conflict = conflictOf(header, rows, identifiers, (field) => Object.hasOwn(byFlag, field))
  if (conflict !== undefined) return Result.fail([{ field: "FILE", message: conflict }])
  if (Object.keys(identifiers).length > 0) return Result.succeed({ ...kindOfList, identifiers })
  const fields = Object.keys(IDENTIFIERS[kind]).join(", ")
  return Result.fail([
    { field: "--column", message: `must name the column of ${fields}: the list has ${quotedNames(header)}` }
  ])
}

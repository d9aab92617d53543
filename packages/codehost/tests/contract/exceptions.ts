// Intended differences from the description, each with its reason. The test fails if one no longer occurs.

import type { Finding } from "./judge.ts"

export interface Exception {
  readonly operation: string
  readonly place: string
  /** Must match the finding's whole JSON pointer. */
  readonly pointer: RegExp
  readonly reason: string
}

export const exceptions: ReadonlyArray<Exception> = [
  {
    operation: "gists/update",
    place: "request body",
    pointer: /^\/files\/[^/]+$/,
    reason: "a file is deleted by null, as the operation's own text says; its schema leaves null out"
  },
  ...["actions/list-workflow-runs", "actions/list-workflow-runs-for-repo"].map((operation) => ({
    operation,
    place: "query",
    pointer: /^\/created$/,
    reason:
      "takes a date or a range in the search syntax, as the parameter's own text says; its schema wants one moment"
  }))
]

export interface SiftResult {
  readonly findings: ReadonlyArray<Finding>
  /** How often each exception occurred. */
  readonly occurrences: ReadonlyMap<Exception, number>
}

export const sift = (findings: ReadonlyArray<Finding>, table: ReadonlyArray<Exception> = exceptions): SiftResult => {
  const occurrences = new Map(table.map((exception) => [exception, 0]))
  const rest = findings.filter((finding) => {
    const match = table.find(
      ({ operation, place, pointer }) =>
        operation === finding.operation && place === finding.place && pointer.test(finding.pointer)
    )
    if (match !== undefined) occurrences.set(match, (occurrences.get(match) ?? 0) + 1)
    return match === undefined
  })
  return { findings: rest, occurrences }
}

// Summarizes judgements: how much was validated, and which findings are left to fix.

import { type Exception, sift } from "./exceptions.ts"
import type { Finding, Judgement } from "./judge.ts"

export interface Tally {
  /** Ids of the operations that were used. */
  readonly operations: ReadonlySet<string>
  readonly requests: number
  readonly answers: number
  /** Number of responses whose status the operation does not list; they are checked against the general rules. */
  readonly generalAnswers: number
  /** Number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>
  /** Distinct GraphQL documents that were checked against the schema. */
  readonly documents: ReadonlySet<string>
  /** Number of GraphQL responses that contain data. */
  readonly graphqlAnswers: number
  /** GraphQL fields that were returned, such as `ProjectV2.title`. */
  readonly fields: ReadonlySet<string>
  readonly findings: ReadonlyArray<Finding>
  readonly exceptions: ReadonlyMap<Exception, number>
}

/** Whether a request was refused. GraphQL refuses with status 200. */
export const isRefusal = ({ graphql, status }: Judgement): boolean => status >= 300 || graphql?.refused === true

/** Tallies judgements. For requests that are wrong on purpose, only the responses are checked. */
export const tallyOf = (judgements: ReadonlyArray<Judgement>, wrong: (judgement: Judgement) => boolean): Tally => {
  const right = judgements.filter((judgement) => !wrong(judgement))
  const { findings, occurrences } = sift([
    ...right.flatMap(({ request }) => request),
    ...judgements.flatMap(({ answer }) => answer)
  ])
  const graphql = (all: ReadonlyArray<Judgement>) =>
    all.flatMap((one) => (one.graphql === undefined ? [] : [one.graphql]))
  const questions = graphql(judgements)
  const statuses = new Map<number, number>()
  for (const { status } of judgements) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  return {
    operations: new Set(judgements.flatMap(({ operation }) => (operation === undefined ? [] : [operation.id]))),
    requests: right.length,
    answers: judgements.length,
    generalAnswers: judgements.filter(({ general }) => general).length,
    statuses: new Map([...statuses].sort(([a], [b]) => a - b)),
    documents: new Set(graphql(right).map(({ document }) => document)),
    graphqlAnswers: questions.filter((one) => !one.refused).length,
    fields: new Set(questions.flatMap(({ fields }) => [...fields])),
    findings,
    exceptions: occurrences
  }
}

/** Returns one line per distinct finding with its number of occurrences. */
export const findingLines = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const { operation, place, pointer, message } of findings) {
    const line = `${operation}  ${place}  ${pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*")}  ${message}`
    counts.set(line, (counts.get(line) ?? 0) + 1)
  }
  return [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([line, count]) => `${line}  (${count})`)
}

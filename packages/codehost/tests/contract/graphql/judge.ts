// Checks one GraphQL request and its response against the published schema.

import type { GraphQLSchema } from "graphql"

import type { Difference } from "../validation.ts"
import { judgeData, judgePath } from "./answer.ts"
import { judgeDocument, type Question } from "./document.ts"

/** The body of a response, in the shape that the operation defines. */
export interface Outcome {
  readonly data?: unknown
  readonly errors?: ReadonlyArray<{ readonly type?: string; readonly path?: ReadonlyArray<string | number> }>
}

export interface GraphqlJudgement {
  readonly document: string
  /** True if the request was refused and nothing was executed. */
  readonly refused: boolean
  /** Fields that were returned, such as `ProjectV2.title`. */
  readonly fields: ReadonlySet<string>
  /** Differences by place: `document`, `deprecated`, `variables`. */
  readonly request: Readonly<Record<string, ReadonlyArray<Difference>>>
  readonly answer: ReadonlyArray<Difference>
}

export const judgeGraphql = (schema: GraphQLSchema, question: Question, outcome: Outcome): GraphqlJudgement => {
  const { data = null, errors = [] } = outcome
  const { document, differences, deprecated, unused } = judgeDocument(schema, question)
  const isRefusal = !("data" in outcome)
  const answer: Array<Difference> = []
  const fields = new Set<string>()
  if (data === null && errors.length === 0) answer.push({ pointer: "", message: "has neither data nor errors" })
  if (document === undefined && !isRefusal) answer.push({ pointer: "/data", message: "answers an invalid document" })
  // A refusal that has nothing to do with the document has a type, such as RATE_LIMITED.
  if (document !== undefined && isRefusal && errors.some(({ type }) => type === undefined)) {
    answer.push({ pointer: "/errors", message: "refuse a valid document" })
  }
  if (document !== undefined && data !== null) {
    const judgement = judgeData(schema, question, document, data)
    answer.push(...judgement.differences.map(({ pointer, message }) => ({ pointer: `/data${pointer}`, message })))
    for (const field of judgement.fields) fields.add(field)
  }
  for (const [index, { path }] of errors.entries()) {
    const message = isRefusal || path === undefined ? undefined : judgePath(data, path)
    if (message !== undefined) answer.push({ pointer: `/errors/${index}/path`, message })
  }
  return {
    document: question.query,
    refused: isRefusal,
    fields,
    request: { document: differences, deprecated, variables: unused },
    answer
  }
}

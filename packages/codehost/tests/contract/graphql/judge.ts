// Holds one question of GraphQL and its answer to the published schema.

import type { GraphQLSchema } from "graphql"

import type { Difference } from "../validation.ts"
import { judgeData, judgePath } from "./answer.ts"
import { judgeDocument, type Question } from "./document.ts"

/** The body of an answer, of the shape that the operation has it in. */
export interface Outcome {
  readonly data?: unknown
  readonly errors?: ReadonlyArray<{ readonly type?: string; readonly path?: ReadonlyArray<string | number> }>
}

export interface GraphqlJudgement {
  readonly document: string
  /** Nothing was run. */
  readonly refused: boolean
  /** Fields that were answered, such as `ProjectV2.title`. */
  readonly fields: ReadonlySet<string>
  /** By place: `document`, `deprecated`, `variables`. */
  readonly request: Readonly<Record<string, ReadonlyArray<Difference>>>
  readonly answer: ReadonlyArray<Difference>
}

export const judgeGraphql = (schema: GraphQLSchema, question: Question, outcome: Outcome): GraphqlJudgement => {
  const { data = null, errors = [] } = outcome
  const { document, differences, deprecated, unused } = judgeDocument(schema, question)
  const refused = !("data" in outcome)
  const answer: Array<Difference> = []
  const fields = new Set<string>()
  if (data === null && errors.length === 0) answer.push({ pointer: "", message: "says nothing, and not why" })
  if (document === undefined && !refused) answer.push({ pointer: "/data", message: "answers what may not be asked" })
  // What is refused for another reason than what was asked has a kind, such as RATE_LIMITED.
  if (document !== undefined && refused && errors.some(({ type }) => type === undefined)) {
    answer.push({ pointer: "/errors", message: "refuse what may be asked" })
  }
  if (document !== undefined && data !== null) {
    const judged = judgeData(schema, question, document, data)
    answer.push(...judged.differences.map(({ pointer, message }) => ({ pointer: `/data${pointer}`, message })))
    for (const field of judged.fields) fields.add(field)
  }
  for (const [index, { path }] of errors.entries()) {
    const message = refused || path === undefined ? undefined : judgePath(data, path)
    if (message !== undefined) answer.push({ pointer: `/errors/${index}/path`, message })
  }
  return {
    document: question.query,
    refused,
    fields,
    request: { document: differences, deprecated, variables: unused },
    answer
  }
}

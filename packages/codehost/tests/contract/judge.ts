// Checks one exchange against the description: the operation, its parameters, the request body, and the status, headers
// and body of the response. Anything that the description does not declare is a finding.

import type { Exchange, Headers } from "./exchange.ts"
import { generalAnswers } from "./general-answers.ts"
import type { Question } from "./graphql/document.ts"
import { type GraphqlJudgement, judgeGraphql, type Outcome } from "./graphql/judge.ts"
import { findGraphql, graphqlOperation } from "./graphql/operation.ts"
import type { PublishedSchema } from "./graphql/published.ts"
import type { DescribedAnswer, OperationMatch, OpenApi, OpenApiSchema, Operation } from "./openapi.ts"
import { parameterDifferences } from "./parameters.ts"
import { makeValidate } from "./validation.ts"

/** A deviation from the description. */
export interface Finding {
  /** An id such as `issues/create`; if the request matches no operation, its method and path. */
  readonly operation: string
  /** For example `request body`, `query` or `answer 200`. */
  readonly place: string
  /** A JSON pointer within the place. */
  readonly pointer: string
  readonly message: string
}

export interface Judgement {
  readonly operation?: Operation
  readonly status: number
  /**
   * True if the operation does not list the status, so that the response is checked against the general rules of the
   * service.
   */
  readonly general: boolean
  /** Present if the exchange was a valid GraphQL request and response, or refusal. */
  readonly graphql?: GraphqlJudgement
  readonly request: ReadonlyArray<Finding>
  readonly answer: ReadonlyArray<Finding>
}

export type Judge = (exchange: Exchange) => Judgement

/** The API version of the description, which marks later changes as breaking changes. */
export const apiVersion = "2022-11-28"

type Report = (place: string, message: string, pointer?: string) => void

const essence = (contentType: string | undefined): string =>
  (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? ""

/** `application/vnd.github.object+json` occurs with and without its suffix. */
const sameType = (a: string, b: string): boolean => a.replace(/\+json$/, "") === b.replace(/\+json$/, "")

const isJson = (type: string): boolean => type === "application/json" || type.endsWith("+json")

const parse = (body: Buffer): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(body.toString()) }
  } catch {
    return undefined
  }
}

/** Headers that may be missing although the operation describes them: a list with one page has no links. */
const optionalHeaders = new Set(["link"])

export const makeJudge = (openApi: OpenApi, published: PublishedSchema): Judge => {
  const validate = makeValidate(openApi)

  /**
   * Returns the operation's description of the status, or the general one for failures that the operation does not
   * describe.
   */
  const answerOf = ({ responses }: Operation, exchange: Exchange): DescribedAnswer | undefined => {
    const { status } = exchange.answer
    const description = responses[status]
    const general = generalAnswers[status]
    if (general === undefined || description?.content !== undefined) return description
    if (description === undefined && !general.fits(exchange)) return undefined
    const schema = general.schema === undefined ? undefined : openApi.schemas[general.schema]
    return { ...description, ...(schema !== undefined && { content: { "application/json": { schema } } }) }
  }

  const judgeBody = (report: Report, place: string, schema: OpenApiSchema | undefined, body: Buffer): void => {
    const json = parse(body)
    if (json === undefined) return report(place, "is not valid JSON")
    for (const { pointer, message } of validate(schema ?? {}, json.value)) report(place, message, pointer)
  }

  const judgeParameters = (report: Report, { operation, values }: OperationMatch, query: URLSearchParams): void => {
    const parameters = new Map(operation.parameters.map((one) => [`${one.in} ${one.name}`, one]))
    const check = (place: "path" | "query", name: string, texts: ReadonlyArray<string>): void => {
      const parameter = parameters.get(`${place} ${name}`)
      if (parameter === undefined) return report(place, "is not described", `/${name}`)
      for (const { message } of parameterDifferences(validate, parameter.schema, texts))
        report(place, message, `/${name}`)
    }
    for (const [name, value] of Object.entries(values)) check("path", name, [value])
    const names = new Set([...query.keys()].map((name) => name.replace(/\[\]$/, "")))
    for (const name of names) check("query", name, [...query.getAll(name), ...query.getAll(`${name}[]`)])
    for (const { in: place, name, required } of operation.parameters) {
      if (place === "query" && required === true && !names.has(name)) report("query", "is missing", `/${name}`)
    }
  }

  const judgeRequestBody = (report: Report, { requestBody }: Operation, headers: Headers, body: Buffer): void => {
    if (body.length === 0) {
      if (requestBody?.required === true) report("request body", "is missing")
      return
    }
    if (requestBody === undefined) return report("request body", "is not described")
    const type = essence(headers["content-type"])
    const content = requestBody.content[type]
    if (content === undefined) return report("request headers", `"${type}" is not described`, "/content-type")
    judgeBody(report, "request body", content.schema, body)
  }

  const judgeRequestHeaders = (report: Report, headers: Headers): void => {
    const version = headers["x-github-api-version"]
    if (version !== undefined && version !== apiVersion) {
      report("request headers", `"${version}" is not the description's version, ${apiVersion}`, "/x-github-api-version")
    }
    if ((headers["user-agent"] ?? "") === "") report("request headers", "is missing", "/user-agent")
    if (!/^(?:application|text)\//.test(headers["accept"] ?? "")) report("request headers", "is missing", "/accept")
  }

  const judgeAnswerHeaders = (report: Report, description: DescribedAnswer, place: string, headers: Headers): void => {
    for (const [name, { schema }] of Object.entries(description.headers ?? {})) {
      const key = name.toLowerCase()
      const text = headers[key]
      if (text === undefined) {
        if (!optionalHeaders.has(key)) report(`${place} headers`, "is missing", `/${key}`)
        continue
      }
      for (const { message } of parameterDifferences(validate, schema, [text]))
        report(`${place} headers`, message, `/${key}`)
    }
  }

  const judgeContent = (
    report: Report,
    operation: Operation,
    description: DescribedAnswer,
    { request, answer }: Exchange
  ): void => {
    const place = `answer ${answer.status}`
    const content = description.content ?? {}
    const type = essence(answer.headers["content-type"])
    if (answer.body.length === 0) {
      if (Object.keys(content).length > 0) report(place, "has no body")
      return
    }
    const accept = essence(request.headers["accept"])
    // Every JSON response has the type application/json; the `accept` header of the request tells which kind it is.
    const key =
      Object.keys(content).find((one) => sameType(one, isJson(type) ? accept : type)) ??
      (type in content ? type : undefined)
    if (key !== undefined) {
      if (isJson(type)) judgeBody(report, place, content[key]?.schema, answer.body)
    } else if (!operation.prose.includes(`\`${type}\``)) {
      report(place, `has a body of "${type}", which is not described`)
    }
  }

  /** Checks a GraphQL request and response whose bodies have the right shape. */
  const judgeQuestion = (ofRequest: Report, ofAnswer: Report, { request, answer }: Exchange): GraphqlJudgement => {
    const [question, outcome] = [request, answer].map(({ body }) => parse(body)?.value) as [Question, Outcome]
    const judgement = judgeGraphql(published.schema, question, outcome)
    for (const [place, differences] of Object.entries(judgement.request)) {
      for (const { pointer, message } of differences) ofRequest(place, message, pointer)
    }
    for (const { pointer, message } of judgement.answer) ofAnswer(`answer ${answer.status}`, message, pointer)
    return judgement
  }

  return (exchange) => {
    const { request, answer } = exchange
    const url = new URL(request.target, "http://below")
    const path = request.target.split("?")[0] ?? ""
    const match = openApi.find(request.method, path) ?? findGraphql(request.method, path)
    const name = match?.operation.id ?? `${request.method} ${url.pathname}`
    const findings: Record<"request" | "answer", Array<Finding>> = { request: [], answer: [] }
    const reportTo =
      (side: "request" | "answer"): Report =>
      (place, message, pointer = "") =>
        void findings[side].push({ operation: name, place, pointer, message })
    const ofRequest = reportTo("request")
    const ofAnswer = reportTo("answer")
    judgeRequestHeaders(ofRequest, request.headers)
    const place = `answer ${answer.status}`
    if (match === undefined) {
      ofRequest("path", "is not an operation of the description")
      return { status: answer.status, general: false, ...findings }
    }
    const { operation } = match
    judgeParameters(ofRequest, match, url.searchParams)
    judgeRequestBody(ofRequest, operation, request.headers, request.body)
    const description = answerOf(operation, exchange)
    if (description === undefined) ofAnswer(place, "is not described")
    else {
      judgeAnswerHeaders(ofAnswer, description, place, answer.headers)
      judgeContent(ofAnswer, operation, description, exchange)
    }
    const isSound = findings.request.length + findings.answer.length === 0
    const graphql =
      operation === graphqlOperation && answer.status === 200 && isSound
        ? judgeQuestion(ofRequest, ofAnswer, exchange)
        : undefined
    const general = !(answer.status in operation.responses)
    return { operation, status: answer.status, general, ...(graphql !== undefined && { graphql }), ...findings }
  }
}

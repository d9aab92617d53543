// Defines `POST /graphql` as an operation. The REST description does not include it, so the two bodies are defined here
// as the guides describe them. The GraphQL schema checks their content: the document and its data.
// Source: https://docs.github.com/en/graphql/guides/forming-calls-with-graphql,
// https://spec.graphql.org/October2021/#sec-Response-Format

import type { OperationMatch, OpenApiSchema, Operation } from "../openapi.ts"

const text = { type: "string" }
const anyObject = { type: "object", additionalProperties: true }
const atLeastOne = { type: "integer", minimum: 1 }

const request: OpenApiSchema = {
  type: "object",
  required: ["query"],
  properties: {
    query: text,
    variables: { ...anyObject, nullable: true },
    operationName: { ...text, nullable: true }
  }
}

const problem: OpenApiSchema = {
  type: "object",
  required: ["message"],
  properties: {
    message: text,
    type: { type: "string", pattern: "^[A-Z][A-Z0-9_]*$" },
    path: { type: "array", items: { anyOf: [text, { type: "integer", minimum: 0 }] } },
    locations: {
      type: "array",
      minItems: 1,
      items: { type: "object", required: ["line", "column"], properties: { line: atLeastOne, column: atLeastOne } }
    },
    extensions: anyObject
  }
}

const answer: OpenApiSchema = {
  type: "object",
  properties: {
    data: { ...anyObject, nullable: true },
    errors: { type: "array", minItems: 1, items: problem },
    extensions: anyObject
  }
}

export const graphqlOperation: Operation = {
  id: "graphql",
  method: "POST",
  path: "/graphql",
  parameters: [],
  requestBody: { required: true, content: { "application/json": { schema: request } } },
  responses: { 200: { content: { "application/json": { schema: answer } } } },
  prose: ""
}

export const findGraphql = (method: string, path: string): OperationMatch | undefined =>
  method === graphqlOperation.method && path === graphqlOperation.path
    ? { operation: graphqlOperation, values: {} }
    : undefined

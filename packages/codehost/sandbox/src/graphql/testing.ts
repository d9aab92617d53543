// Helpers for the GraphQL tests.

import { type Answered, at, type Bench } from "../testing/bench.ts"

export type Ask = (query: string, variables?: object, token?: string) => Promise<Answered>

export const makeAsk =
  ({ ask }: Bench): Ask =>
  (query, variables, token) =>
    ask("/graphql", {
      body: variables === undefined ? { query } : { query, variables },
      ...(token === undefined ? {} : { token })
    })

export const data = ({ body }: Answered, ...path: ReadonlyArray<string | number>): unknown => at(body, "data", ...path)

export const error = ({ body }: Answered): unknown => at(body, "errors", 0)

const boardQuery = `query ($login: String!, $number: Int!) {
  organization(login: $login) {
    projectV2(number: $number) {
      id title
      field(name: "Status") { ... on ProjectV2SingleSelectField { id options { id name } } }
      fields(first: 20) { nodes { ... on ProjectV2FieldCommon { id name dataType } } }
      items(first: 50) { totalCount nodes { id type
        fieldValueByName(name: "Status") { ... on ProjectV2ItemFieldSingleSelectValue { name optionId } }
        content { __typename ... on Issue { id number } ... on PullRequest { id number } } } }
    }
  }
}`

/** Fields and items of acme's project number 1. */
export const board = async (ask: Ask): Promise<unknown> =>
  data(await ask(boardQuery, { login: "acme", number: 1 }), "organization", "projectV2")

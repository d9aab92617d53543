// Tests of the GraphQL judge: it detects each kind of deviation from the schema, one at a time.
import { buildSchema } from "graphql"
import { assert, describe, expect, it } from "vitest"

import { makeJudge } from "../judge.ts"
import { loadOpenApi } from "../openapi.ts"
import { loadPublished } from "./published.ts"
import { unansweredFields } from "./reach.ts"
import { compareSchemas } from "./subset.ts"

const judge = makeJudge(loadOpenApi(), loadPublished())

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

const judgementOf = (question: unknown, outcome: unknown) =>
  judge({
    request: {
      method: "POST",
      target: "/graphql",
      headers: { "user-agent": "test", accept: "application/json", "content-type": "application/json" },
      body: bytes(question)
    },
    answer: { status: 200, headers: { "content-type": "application/json" }, body: bytes(outcome) }
  })

const messages = (question: unknown, outcome: unknown): ReadonlyArray<string> => {
  const { request, answer } = judgementOf(question, outcome)
  return [...request, ...answer].map(({ place, pointer, message }) => `${place} ${pointer} ${message}`)
}

const query = `query ($owner: String!, $first: Int = 2) {
  mine: viewer { login email }
  repository(owner: $owner, name: "widgets") { isPrivate pullRequest(number: 1) { state createdAt } }
  organization(login: "acme") { projectV2(number: 1) { fields(first: $first) { nodes {
    ... on ProjectV2FieldCommon { id name } ... on ProjectV2SingleSelectField { options { name } } } } } }
}`
const question = { query, variables: { owner: "acme" } }
const pullRequest = { state: "OPEN", createdAt: "2026-01-15T09:00:00Z" }
const repository = { isPrivate: false, pullRequest }
const nodes = [{ id: "PVTF_1", name: "Title" }, null, { id: "PVTSSF_1", name: "Status", options: [{ name: "Done" }] }]
const organization = { projectV2: { fields: { nodes } } }
const data = { mine: { login: "mona", email: "" }, repository, organization }

it("a valid request and answer have no differences", () => {
  expect(messages(question, { data })).toEqual([])
  expect([...(judgementOf(question, { data }).graphql?.fields ?? [])]).toContain("ProjectV2SingleSelectField.options")
})

describe("the request", () => {
  const none = { errors: [{ message: "No" }] }

  it.each<[string, object, string]>([
    [
      "asks for a field that is not there",
      { query: "{ viewer { shoeSize } }" },
      'document /shoeSize Cannot query field "shoeSize" on type "User".'
    ],
    ["is not a document", { query: "{ viewer" }, "document  Syntax Error: Expected Name, found <EOF>."],
    [
      "lacks an argument",
      { query: "{ user { id } }" },
      'document /user Argument "Query.user(login:)" of type "String!" is required, but it was not provided.'
    ],
    [
      "lacks a variable",
      { query },
      'document  Variable "$owner" has invalid value: Expected a value of non-null type "String!" to be provided.'
    ],
    [
      "has several operations and names none",
      { query: "query A { viewer { id } } query B { viewer { id } }" },
      "document  does not contain the operation to run"
    ],
    ["has no document", { document: query }, "request body  must have required property 'query'"]
  ])("%s", (_, body, finding) => expect(messages(body, none)).toContain(finding))

  it("has a variable of another type", () => {
    const body = {
      query: `mutation ($input: UpdateProjectV2ItemFieldValueInput!) {
        updateProjectV2ItemFieldValue(input: $input) { clientMutationId } }`,
      variables: { input: { projectId: "P", itemId: "I", fieldId: "F", value: { date: "tomorrow" } } }
    }
    expect(messages(body, none).join()).toContain('Date cannot represent "tomorrow"')
  })

  it("has an unused variable", () =>
    expect(messages({ query, variables: { owner: "acme", repo: "x" } }, { data })).toEqual([
      "variables /repo is not a variable of the document"
    ]))

  it("requests a deprecated field", () => {
    const body = { query: '{ node(id: "P") { ... on ProjectV2 { databaseId } } }' }
    expect(messages(body, { data: { node: { databaseId: 1 } } })).toEqual([
      expect.stringMatching(/^deprecated \/databaseId The field ProjectV2.databaseId is deprecated/)
    ])
  })
})

describe("the answer", () => {
  const pull = (change: object) => ({
    ...data,
    repository: { ...repository, pullRequest: { ...pullRequest, ...change } }
  })
  const fields = (...all: ReadonlyArray<unknown>) => ({
    ...data,
    organization: { projectV2: { fields: { nodes: all } } }
  })
  const at = "answer 200 /data/repository/pullRequest"

  it.each<[string, object, string]>([
    [
      "has null where none may be",
      pull({ state: null }),
      `${at}/state Cannot return null for non-nullable field PullRequest.state.`
    ],
    [
      "has a value that is not of the enum",
      pull({ state: "open" }),
      `${at}/state Enum "PullRequestState" cannot represent value: "open"`
    ],
    [
      "has a time of another shape",
      pull({ createdAt: "2026-01-15" }),
      `${at}/createdAt DateTime cannot represent "2026-01-15"`
    ],
    ["has what was not requested", pull({ merged: false }), `${at}/merged was not requested`],
    ["lacks a requested field", pull({ state: undefined }), `${at}/state is missing`],
    [
      "has a text for a truth",
      { ...data, repository: { ...repository, isPrivate: "no" } },
      'answer 200 /data/repository/isPrivate Boolean cannot represent a non boolean value: "no"'
    ],
    [
      "has a number for a text",
      { ...data, mine: { login: 1, email: "" } },
      'answer 200 /data/mine/login is 1, which should be "1"'
    ],
    [
      "has a field under its name in place of its alias",
      { ...data, mine: undefined, viewer: data.mine },
      "answer 200 /data/mine is missing"
    ],
    [
      "has an object for a list",
      { ...data, organization: { projectV2: { fields: { nodes: {} } } } },
      'answer 200 /data/organization/projectV2/fields/nodes Expected Iterable, but did not find one for field "ProjectV2FieldConfigurationConnection.nodes".'
    ],
    [
      "has fields of no type that it may be of",
      fields({ id: "F", name: "Title", number: 1 }),
      "answer 200 /data/organization/projectV2/fields/nodes/0/number was not requested"
    ]
  ])("%s", (_, wrong, finding) => expect(messages(question, { data: wrong })).toContain(finding))

  it("has a type that the field never has", () =>
    expect(
      messages({ query: '{ node(id: "x") { __typename } }' }, { data: { node: { __typename: "RateLimit" } } })
    ).toEqual(['answer 200 /data/node Runtime Object type "RateLimit" is not a possible type for "Node".']))

  it("may be null if a field failed, and only there", () => {
    const failureAt = (path: ReadonlyArray<string | number>) => ({
      errors: [{ type: "NOT_FOUND", message: "No", path }]
    })
    const partly = { ...data, repository: null }
    expect(messages(question, { data: partly, ...failureAt(["repository"]) })).toEqual([])
    expect(messages(question, { data: partly, ...failureAt(["repository", "pullRequest"]) })).toEqual([])
    expect(messages(question, { data, ...failureAt(["repository"]) })).toEqual([
      "answer 200 /errors/0/path points at a field that was returned"
    ])
    expect(messages(question, { data, ...failureAt(["viewer"]) })).toEqual([
      "answer 200 /errors/0/path points at no field"
    ])
  })

  it.each<[string, object, string]>([
    ["lacks its message", { type: "NOT_FOUND" }, "/errors/0 must have required property 'message'"],
    [
      "has a kind of another shape",
      { message: "No", type: "not found" },
      '/errors/0/type must match pattern "^[A-Z][A-Z0-9_]*$"'
    ],
    ["has a path of another shape", { message: "No", path: "viewer" }, "/errors/0/path must be array"],
    [
      "has a place of another shape",
      { message: "No", locations: [{ line: 0, column: 1 }] },
      "/errors/0/locations/0/line must be >= 1"
    ],
    ["has what is not described", { message: "No", code: 1 }, '/errors/0 has "code", which is not described']
  ])("has an error that %s", (_, error, finding) =>
    expect(messages(question, { data: null, errors: [error] })).toContain(`answer 200 ${finding}`)
  )

  it("is null or absent only with an error", () => {
    expect(messages(question, { data: null })).toEqual(["answer 200  has neither data nor errors"])
    expect(messages(question, {})).toContain("answer 200  has neither data nor errors")
  })

  it("is a refusal only for an invalid document", () => {
    expect(messages(question, { errors: [{ message: "No" }] })).toEqual(["answer 200 /errors refuse a valid document"])
    expect(messages(question, { errors: [{ type: "RATE_LIMITED", message: "No" }] })).toEqual([])
    expect(messages({ query: "{ viewer { shoeSize } }" }, { data: { viewer: { shoeSize: 1 } } })).toContain(
      "answer 200 /data answers an invalid document"
    )
  })
})

describe("a partial schema", () => {
  const whole = `
    type Query { a(of: Int = 1, by: String): Pet! b: [Cat!] old: Int @deprecated }
    interface Pet { name: String! } type Cat implements Pet { name: String! size: Size } type Dog { name: String! }
    enum Size { BIG SMALL } input Wish { text: String! many: Int }`
  const differences = (part: string) =>
    compareSchemas(buildSchema(part), buildSchema(whole)).differences.map(
      ({ pointer, message }) => `${pointer} ${message}`
    )

  it("may leave things out", () => {
    expect(differences("type Query { a(of: Int = 1): Pet! } interface Pet { name: String! }")).toEqual([])
    expect(differences(whole)).toEqual([])
  })

  it.each([
    ["type Query { c: Int }", "/Query/c is not there"],
    ["type Query { b: [Cat] } type Cat { name: String! }", "/Query/b is [Cat!], not [Cat]"],
    ["type Query { old: Int }", "/Query/old is deprecated but not marked as such"],
    ["type Query { a(at: Int): Pet! } interface Pet { name: String! }", "/Query/a/at is not there"],
    ["type Query { a(by: String!): Pet! } interface Pet { name: String! }", "/Query/a/by is String, not String!"],
    [
      "type Query { a(of: Int = 2): Pet! } interface Pet { name: String! }",
      "/Query/a/of has the default 1, not the default 2"
    ],
    ["type Query { b: [Cat!] } type Cat { size: Size } enum Size { TINY }", "/Size/TINY is not there"],
    ["type Query { old: Int @deprecated } input Wish { many: Int }", "/Wish/text is required but missing"],
    ["type Query { old: Int @deprecated } type Mouse { name: String }", "/Mouse is not there"],
    ["type Query { old: Int @deprecated } scalar Pet", "/Pet is a type of another kind"],
    [
      "type Query { a: Pet! } interface Pet { name: String! } type Dog implements Pet { name: String! }",
      "/Pet is never of the type Dog"
    ]
  ])("does not have %s", (part, difference) => expect(differences(part)).toEqual([difference]))

  it("is answered completely, or the missing fields are reported", () => {
    const fields = new Set(["Query.a", "Query.b", "Query.old", "Cat.name", "Dog.name"])
    assert.deepEqual(unansweredFields(buildSchema(whole), fields), ["Cat.size"])
  })
})

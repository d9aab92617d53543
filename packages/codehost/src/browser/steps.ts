/**
 * The requests and outputs of the steps that a browser runs, using only the client's `call`. They match those of the
 * full plugin, but accept only what a page knows about a repository and return whole responses. Schemas are not used,
 * because they would make up a third of a service worker's code.
 */
import type { CallRequest } from "@inlay/core-http/Client"
import { isJsonObject } from "@inlay/core-http/json-object"
import type { FieldError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"

import { NAME } from "../schema/name-rule.ts"
import { outcomeOf } from "../schema/outcome.ts"
import { inRepository, withQuery } from "../wire/endpoint.ts"
import { newest, state } from "../wire/look-at.ts"
import { fieldsOf } from "../wire/reasons/service-words.ts"

export type Input = Readonly<Record<string, unknown>>

/** Returns what is wrong with a field's value, or `undefined` if it is valid. */
type Rule = (value: unknown) => string | undefined

export interface Step {
  readonly id: string
  /** The operation's name in errors, the same as in the client. */
  readonly operation: string
  readonly rules: Readonly<Record<string, Rule>>
  /** Fields that may be left out. */
  readonly optional?: ReadonlyArray<string>
  /** Builds the request from an input that passed the rules. */
  readonly request: (input: Input) => Omit<CallRequest, "operation">
  /** Returns the step's output, or `undefined` if the response is not as documented. */
  readonly output: (answer: Answer) => unknown
}

const WORKFLOW = /^(?:[1-9]\d*|[\w.-]+\.ya?ml)$/
const NOT_IN_REFS = /[\s~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$/

const by =
  (isRight: (value: unknown) => boolean, problem: string): Rule =>
  (value) =>
    isRight(value) ? undefined : problem

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== ""
const name = by(
  (value) => isText(value) && NAME.test(value),
  "must be one name of letters, digits, -, _ and .; no slash"
)
const text = by(isText, "must not be empty")
const wholeNumber = by((value) => Number.isSafeInteger(value) && Number(value) > 0, "must be a whole number above 0")
const object = by(isJsonObject, "must be an object")
const anything: Rule = () => undefined
const method = by(
  (value) => ["GET", "POST", "PUT", "PATCH", "DELETE"].includes(String(value)),
  "must be GET, POST, PUT, PATCH or DELETE"
)
const workflow = by(
  (value) => WORKFLOW.test(String(value)),
  "must be a workflow's number or its file's name, such as ci.yml"
)
/** A ref that git allows and that can appear in a page's address. */
const ref = by((value) => isText(value) && !NOT_IN_REFS.test(value), "is not a name that git allows")
const repository = { owner: name, repo: name }
const list = { per_page: wholeNumber, page: wholeNumber, fields: anything, max_kb: anything }
const LIST = Object.keys(list)

type Place = { readonly owner: string; readonly repo: string }
const placeOf = (input: Input) => input as Input & Place

const recordWith =
  (field: string) =>
  ({ body }: Answer): unknown =>
    isText(fieldsOf(body)[field]) ? body : undefined

const pageOf =
  (key: string, item: (record: unknown) => unknown = (record) => record) =>
  ({ body }: Answer): unknown => {
    const { [key]: items, total_count: total } = fieldsOf(body)
    return Array.isArray(items) ? { items: items.map(item), ...(typeof total === "number" && { total }) } : undefined
  }

const withOutcome = (run: unknown): unknown => {
  const { conclusion } = fieldsOf(run)
  return typeof conclusion === "string" ? { ...fieldsOf(run), outcome: outcomeOf(conclusion) } : run
}

export const steps: ReadonlyArray<Step> = [
  {
    id: "codehost_api_call",
    operation: "apiCall",
    rules: { method, endpoint: text, headers: object, body: object, fields: anything, max_kb: anything },
    optional: ["headers", "body", "fields", "max_kb"],
    request: ({ fields: _fields, max_kb: _maxKb, ...request }) => request as never,
    output: ({ status, headers, body }) => ({ status, headers, body })
  },
  {
    id: "codehost_get_repository_info",
    operation: "repositories.get",
    rules: repository,
    request: (input) => ({ method: "GET", endpoint: inRepository(placeOf(input)) }),
    output: recordWith("full_name")
  },
  {
    id: "codehost_list_workflow_runs",
    operation: "workflows.runs",
    rules: { ...repository, ...list },
    optional: LIST,
    request: (input) => ({
      method: "GET",
      endpoint: withQuery(inRepository(placeOf(input), "/actions/runs"), {
        per_page: input["per_page"] as number | undefined,
        page: input["page"] as number | undefined
      })
    }),
    output: pageOf("workflow_runs", withOutcome)
  },
  {
    id: "codehost_search_issues_and_pull_requests",
    operation: "search.issues",
    rules: { q: text, sort: text, order: text, ...list },
    optional: ["sort", "order", ...LIST],
    request: ({ fields: _fields, max_kb: _maxKb, ...query }) => ({
      method: "GET",
      endpoint: withQuery("/search/issues", query as never)
    }),
    output: pageOf("items")
  },
  {
    id: "codehost_star_repo",
    operation: "repositories.star",
    rules: repository,
    request: (input) => {
      const { owner, repo } = placeOf(input)
      return { method: "PUT", endpoint: `/user/starred/${owner}/${repo}`, lookAt: state("the star", { owner, repo }) }
    },
    output: ({ status }) => (status === 204 ? { starred: true } : undefined)
  },
  {
    id: "codehost_create_issue_comment",
    operation: "issues.comment",
    rules: { ...repository, issue_number: wholeNumber, body: text },
    request: (input) => ({
      method: "POST",
      endpoint: inRepository(placeOf(input), `/issues/${String(input["issue_number"])}/comments`),
      lookAt: newest(`comments on #${String(input["issue_number"])}`, placeOf(input)),
      body: { body: input["body"] }
    }),
    output: recordWith("html_url")
  },
  {
    id: "codehost_create_workflow_dispatch",
    operation: "workflows.dispatch",
    rules: { ...repository, workflow_id: workflow, ref, inputs: object },
    optional: ["inputs"],
    request: (input) => {
      const { workflow_id, ref: branch, inputs } = input
      return {
        method: "POST",
        endpoint: inRepository(placeOf(input), `/actions/workflows/${String(workflow_id)}/dispatches`),
        lookAt: newest("runs", placeOf(input)),
        body: { ref: branch, ...(inputs !== undefined && { inputs }) }
      }
    },
    output: ({ status, body }) =>
      status === 204 || wholeNumber(fieldsOf(body)["workflow_run_id"]) === undefined ? { dispatched: true } : undefined
  }
]

/** Returns every wrong field; empty if the input is valid. */
export const problemsOf = ({ rules, optional = [] }: Step, input: unknown): ReadonlyArray<FieldError> => {
  if (object(input) !== undefined) return [{ field: "", message: "must be an object" }]
  const fields = fieldsOf(input)
  const unknown = Object.keys(fields).filter((field) => !Object.hasOwn(rules, field))
  return [
    ...unknown.map((field) => ({ field, message: "is not a field of this input" })),
    ...Object.entries(rules).flatMap(([field, rule]) => {
      if (fields[field] === undefined) return optional.includes(field) ? [] : [{ field, message: "is missing" }]
      const message = rule(fields[field])
      return message === undefined ? [] : [{ field, message }]
    })
  ]
}

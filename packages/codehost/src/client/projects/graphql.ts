/**
 * Changes a project item's status by GraphQL, for servers whose REST API has no projects and for items named by node
 * id.
 */
import type { ProviderError, Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import type { StatusChange } from "../../schema/Project.ts"
import type { Http } from "../../wire/requests.ts"
import { decoder, providerError } from "../../wire/service.ts"
import { chooseStatus } from "./status.ts"

const project = (owner: "organization" | "user", variables: string, fields: string) =>
  `query($owner: String!, $number: Int!${variables}) {
    owner: ${owner}(login: $owner) { projectV2(number: $number) { id ${fields} } }
  }`

const FIELDS = `fields(first: 100) { nodes {
  ... on ProjectV2FieldCommon { id name }
  ... on ProjectV2SingleSelectField { options { id name } }
} }`

/** The service replaces `databaseId` by `fullDatabaseId`, a text of digits, which old enterprise servers lack. */
const ID_FIELDS = ["fullDatabaseId", "databaseId"] as const

const itemsWith = (idField: (typeof ID_FIELDS)[number]) =>
  `items(first: 100, after: $after) { nodes { id number: ${idField} } pageInfo { hasNextPage endCursor } }`

const UPDATE = `mutation($project: ID!, $item: ID!, $field: ID!, $option: String!) {
  updateProjectV2ItemFieldValue(
    input: { projectId: $project, itemId: $item, fieldId: $field, value: { singleSelectOptionId: $option } }
  ) { projectV2Item { id } }
}`

const ofOwner = <S extends Schema.Struct.Fields>(fields: S) =>
  Schema.Struct({
    owner: Schema.NullOr(Schema.Struct({ projectV2: Schema.NullOr(Schema.Struct({ id: Schema.String, ...fields })) }))
  })

const Option = Schema.Struct({ id: Schema.String, name: Schema.String })

const Fields = ofOwner({
  fields: Schema.Struct({
    nodes: Schema.Array(
      Schema.Struct({ id: Schema.String, name: Schema.String, options: Schema.optionalKey(Schema.Array(Option)) })
    )
  })
})

const Items = ofOwner({
  items: Schema.Struct({
    nodes: Schema.Array(
      Schema.Struct({ id: Schema.String, number: Schema.NullOr(Schema.Union([Schema.Int, Schema.String])) })
    ),
    pageInfo: Schema.Struct({ hasNextPage: Schema.Boolean, endCursor: Schema.NullOr(Schema.String) })
  })
})

/** The reason for an item that does not belong to the project. */
export const noItem = (where: string, item: number | string): Reason => ({
  _tag: "NotFound",
  what: `${where} has no item ${item}: item_id is the project item's id, not the issue's number.`,
  remedy: { to: "checkNames" },
  nothing: "changed"
})

const NO_END: Reason = {
  _tag: "Decode",
  what: "The list of the project's items links back to a page that was already read. A node id (PVTI_...) needs no list.",
  remedy: { to: "correctInput" },
  nothing: "changed"
}

/** Makes a function that changes the status and returns its name as spelled in the project. */
export const byGraphql = (http: Http, operation: string) => {
  const readFields = decoder(operation, Fields)
  const readItems = decoder(operation, Items)

  return Effect.fnUntraced(function* (
    input: StatusChange,
    owner: "organization" | "user"
  ): Effect.fn.Return<string, ProviderError> {
    const { owner: login, project_number: number, item_id } = input
    const label = `Project ${login}/${number}`
    const notFound = (what: string) =>
      providerError(operation, {
        _tag: "NotFound",
        what,
        remedy: { to: "checkNames" },
        nothing: "changed"
      })
    const { data: body } = yield* http.graphql(operation, project(owner, "", FIELDS), { owner: login, number })
    const answer = yield* readFields({ body })
    const projectV2 = answer.owner?.projectV2
    if (projectV2 == null) return yield* notFound(`There is no project ${login}/${number}.`)
    const { field, option } = yield* chooseStatus(
      operation,
      projectV2.fields.nodes.map(({ id, name, options }) => ({ id, name, options })),
      { field: input.field ?? "Status", status: input.status, project: label }
    )

    const itemsAfter = (after: string | null, idField: (typeof ID_FIELDS)[number] = ID_FIELDS[0]) =>
      http
        .graphql(operation, project(owner, ", $after: String", itemsWith(idField)), { owner: login, number, after })
        .pipe(Effect.flatMap(({ data }) => readItems({ body: data })))

    const nodeOf = (databaseId: number, fieldIds: ReadonlyArray<string>): Effect.Effect<string, ProviderError> =>
      Effect.gen(function* () {
        const after = fieldIds.at(-1) ?? null
        const page = yield* itemsAfter(after).pipe(
          Effect.catch((error) =>
            error.reason._tag === "Invalid" && error.reason.what.includes(ID_FIELDS[0])
              ? itemsAfter(after, ID_FIELDS[1])
              : Effect.fail(error)
          )
        )
        const items = page.owner?.projectV2?.items
        const item = items?.nodes.find((one) => String(one.number) === String(databaseId))
        if (item !== undefined) return item.id
        if (items?.pageInfo.hasNextPage !== true) return yield* providerError(operation, noItem(label, databaseId))
        const { endCursor } = items.pageInfo
        if (!endCursor || fieldIds.includes(endCursor)) return yield* providerError(operation, NO_END)
        return yield* nodeOf(databaseId, [...fieldIds, endCursor])
      })
    const item = typeof item_id === "string" ? item_id : yield* nodeOf(item_id, [])
    const change = { project: projectV2.id, item, field: field.id, option: option.id }
    yield* http.graphql(operation, UPDATE, change, undefined, `item ${item_id} of project ${login}/${number}`)
    return option.name
  })
}

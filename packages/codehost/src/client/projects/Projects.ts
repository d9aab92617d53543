/** Projects (v2) of organizations and users: the status of their items. */
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { numberIn } from "../../schema/names.ts"
import { ProjectField, ProjectItem, ProjectItemStatus, StatusChange } from "../../schema/Project.ts"
import { User } from "../../schema/User.ts"
import { readAll } from "../../wire/lists.ts"
import { explain, reader, type Http } from "../../wire/requests.ts"
import { operation } from "../../wire/service.ts"
import { byGraphql, noItem } from "./graphql.ts"
import { chooseStatus } from "./status.ts"

/** Projects (v2). */
export interface Projects {
  /**
   * `PATCH /orgs|users/{owner}/projectsV2/{project_number}/items/{item_id}`, or GraphQL if the server does not have
   * this endpoint. If the project lacks the status or field, it fails with `NotFound` and lists the existing ones.
   */
  readonly updateItemStatus: (input: StatusChange) => Effect.Effect<ProjectItemStatus, ProviderError>
}

export const updateItemStatus = operation({
  name: "projects.updateItemStatus",
  input: StatusChange,
  output: ProjectItemStatus
})

export const make = (http: Http): Projects => {
  const { name } = updateItemStatus
  const readOwner = reader(http, name, User)
  const readItem = reader(http, name, ProjectItem)
  const graphql = byGraphql(http, name)
  const fieldsOf = readAll(http, name, {
    item: ProjectField,
    endpoint: ({ base }: { readonly base: string }) => `${base}/fields`
  })

  const typeOf = (owner: string) =>
    Effect.map(readOwner({ method: "GET", endpoint: `/users/${owner}` }), ({ type }) =>
      type === "Organization" ? ("organization" as const) : ("user" as const)
    )

  /**
   * Changes the status by REST, which needs the item's number. Returns `undefined` if the project, or the REST API for
   * projects, does not exist.
   */
  const rest = Effect.fnUntraced(function* (input: StatusChange, owner: "organization" | "user") {
    const base = `/${owner === "organization" ? "orgs" : "users"}/${input.owner}/projectsV2/${input.project_number}`
    const project = `Project ${input.owner}/${input.project_number}`
    const fields = yield* fieldsOf({ base }).pipe(
      Effect.catchReason("ProviderError", "NotFound", () => Effect.undefined)
    )
    if (fields === undefined) return undefined
    const { field, option } = yield* chooseStatus(
      name,
      fields.map(({ id, name: label, options }) => ({
        id,
        name: label,
        options: options?.map((choice) => ({ id: choice.id, name: choice.name.raw }))
      })),
      { field: input.field ?? "Status", status: input.status, project }
    )
    yield* readItem({
      method: "PATCH",
      endpoint: `${base}/items/${input.item_id}`,
      body: { fields: [{ id: field.id, value: option.id }] },
      lookAt: `item ${input.item_id} of project ${input.owner}/${input.project_number}`
    }).pipe(explain("NotFound", () => noItem(project, input.item_id)))
    return option.name
  })

  return {
    updateItemStatus: Operation.method(
      updateItemStatus,
      Effect.fnUntraced(function* (change: StatusChange) {
        const input = { ...change, item_id: numberIn(change.item_id) }
        const { item_id, project_number } = input
        const owner = input.owner_type ?? (yield* typeOf(input.owner))
        const status = typeof item_id === "number" ? yield* rest(input, owner) : undefined
        const result: ProjectItemStatus =
          status === undefined
            ? { item_id, project_number, status: yield* graphql(input, owner), via: "graphql" }
            : { item_id, project_number, status, via: "rest" }
        return result
      })
    )
  }
}

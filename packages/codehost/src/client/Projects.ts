/** Projects (v2) of organizations and users: the status of their items. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import { name, oneOf, optional, positive, text, type Rule } from "../internal/inputs.ts"
import { explain, method, reader, type Http } from "../internal/methods.ts"
import { chooseStatus } from "../internal/project-status.ts"
import { byGraphql, noItem } from "../internal/projects-graphql.ts"
import { ProjectField, ProjectItem, type ProjectItemStatus } from "../schema/Project.ts"
import { User } from "../schema/User.ts"
import { lists } from "./pages.ts"

/** The status that an item is to have. */
export interface StatusChange {
  /** The organization or user that owns the project. */
  readonly owner: string
  /** By default asked of the service. */
  readonly owner_type?: "organization" | "user"
  readonly project_number: number
  /** The project item's own number, not the issue's, or its node id (`PVTI_...`). */
  readonly item_id: number | string
  /** The option's name, in any case: `In Progress`. */
  readonly status: string
  /** The single-select field that holds it; `Status` by default. */
  readonly field?: string
}

/** Projects (v2). */
export interface Projects {
  /**
   * `PATCH /orgs|users/{owner}/projectsV2/{project_number}/items/{item_id}`; GraphQL where the server lacks it. A status or
   * field that the project does not have fails as `NotFound` with those that it has.
   */
  readonly updateItemStatus: (input: StatusChange) => Effect.Effect<ProjectItemStatus, ProviderError>
}

const OPERATION = "projects.updateItemStatus"

const item: Rule = (value) =>
  positive(value) === undefined || (typeof value === "string" && /^[\w=+/-]{4,200}$/.test(value) && /\D/.test(value))
    ? undefined
    : "must be the item's number or its node id, such as PVTI_..."

const RULES = {
  owner: name,
  owner_type: optional(oneOf("organization", "user")),
  project_number: positive,
  item_id: item,
  status: text,
  field: optional(text)
}

export const make = (http: Http): Projects => {
  const readOwner = reader(http, OPERATION, User)
  const readItem = reader(http, OPERATION, ProjectItem)
  const graphql = byGraphql(http, OPERATION)
  const fields = lists<{ readonly base: string }, ProjectField>(http, {
    operation: OPERATION,
    rules: {},
    item: ProjectField,
    endpoint: ({ base }) => `${base}/fields`
  })

  const typeOf = (owner: string) =>
    Effect.map(readOwner({ method: "GET", endpoint: `/users/${owner}` }), ({ type }) =>
      type === "Organization" ? ("organization" as const) : ("user" as const)
    )

  /** By REST, which knows items by number; nothing where the service has no such project, or no REST API of projects. */
  const rest = Effect.fnUntraced(function* (input: StatusChange, owner: "organization" | "user") {
    const base = `/${owner === "organization" ? "orgs" : "users"}/${input.owner}/projectsV2/${input.project_number}`
    const project = `Project ${input.owner}/${input.project_number}`
    const known = yield* Stream.runCollect(fields.list({ base }).items).pipe(
      Effect.catch((error) => (error.reason._tag === "NotFound" ? Effect.succeed(undefined) : Effect.fail(error)))
    )
    if (known === undefined) return undefined
    const { field, option } = yield* chooseStatus(
      OPERATION,
      known.map(({ id, name: label, options }) => ({
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
      howToLook: `read item ${input.item_id} of project ${input.owner}/${input.project_number}`
    }).pipe(explain("NotFound", () => noItem(project, input.item_id)))
    return option.name
  })

  return {
    updateItemStatus: method(
      OPERATION,
      RULES,
      Effect.fnUntraced(function* (input: StatusChange) {
        const { item_id, project_number } = input
        const owner = input.owner_type ?? (yield* typeOf(input.owner))
        const status = typeof item_id === "number" ? yield* rest(input, owner) : undefined
        const done: ProjectItemStatus =
          status === undefined
            ? { item_id, project_number, status: yield* graphql(input, owner), via: "graphql" }
            : { item_id, project_number, status, via: "rest" }
        return done
      })
    )
  }
}

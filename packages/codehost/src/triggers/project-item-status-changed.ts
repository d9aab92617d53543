import { invalid } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { maybe } from "../schema/maybe.ts"
import * as Names from "../schema/names.ts"
import { ProjectField } from "../schema/Project.ts"
import { explain } from "../wire/requests.ts"
import { providerError } from "../wire/service.ts"
import { newAmong } from "./parts/cursors.ts"
import { choice, number, texts } from "./parts/filters.ts"
import { readList } from "./parts/lists.ts"
import { present, secondOf, type Fact } from "./parts/occurrences.ts"
import { organizationPlace } from "./parts/targets.ts"
import { pollWay, triggerOf } from "./parts/trigger.ts"
import { orgWebhookWay } from "./parts/ways.ts"

const FIELD = "Status"

const StatusChanged = Schema.Struct({
  /** Login of the user who changed it; only present in events from webhooks. */
  actor: Schema.optionalKey(Schema.String),
  owner: Schema.String,
  /** Absent if an older server does not include it. */
  project_number: Schema.optionalKey(Schema.Int),
  /** The `item_id` that Update Project (V2) Item Status takes. */
  item_id: Schema.Int,
  item_node_id: Schema.optionalKey(Schema.String),
  /** `Issue`, `PullRequest` or `DraftIssue`. */
  content_type: Schema.String,
  content_node_id: Schema.optionalKey(Schema.String),
  /** Page of the issue or pull request; only present in events from polls. */
  url: Schema.optionalKey(Schema.String),
  title: Schema.optionalKey(Schema.String),
  /** The previous status; absent if there was none. */
  from: Schema.optionalKey(Schema.String),
  /** The new status; absent if it was removed or an older server does not include it. */
  to: Schema.optionalKey(Schema.String)
})
type StatusChanged = typeof StatusChanged.Type

const factOf = (data: StatusChanged, at: string): Fact<StatusChanged> => ({
  id: `${data.item_id} ${data.to ?? ""} ${secondOf(at)}`,
  at,
  data,
  causes: [data.item_node_id]
})

const Item = Schema.Struct({
  id: Schema.Int,
  node_id: maybe(Schema.String),
  content_type: Schema.String,
  content: maybe(
    Schema.Struct({ node_id: maybe(Schema.String), html_url: maybe(Schema.String), title: maybe(Schema.String) })
  ),
  updated_at: Schema.String,
  fields: maybe(
    Schema.Array(
      Schema.Struct({
        id: Schema.Int,
        value: maybe(Schema.Unknown)
      })
    )
  )
})

const Named = Schema.Struct({ name: Schema.Union([Schema.String, Schema.Struct({ raw: Schema.String })]) })
const isNamed = Schema.is(Named)

const statusIn = (value: unknown): string | undefined =>
  isNamed(value) ? (typeof value.name === "string" ? value.name : value.name.raw) : undefined

const changedStatus = (value: unknown) => (typeof value === "string" ? value : statusIn(value))

const Target = Schema.Struct({
  owner: Names.name("Organization or user that owns the project"),
  owner_type: Schema.optionalKey(
    Schema.Literals(["organization", "user"]).annotate({ description: "Default: organization" })
  ),
  project_number: Schema.optionalKey(Names.positive("Default: all of the organization; only by organization webhook"))
})

/** Returns `orgs/acme/projectsV2/4`, or `orgs/acme` for all projects. */
const pathOf = ({ owner, owner_type = "organization", project_number }: typeof Target.Type): string =>
  `${owner_type === "organization" ? "orgs" : "users"}/${owner}${project_number === undefined ? "" : `/projectsV2/${project_number}`}`

const hook = orgWebhookWay(["projects_v2_item"])
const poll = pollWay({ source: "project items", seconds: 120, needs: ["scope read:project"] })

export const projectItemStatusChanged = triggerOf({
  id: "codehost_project_item_status_changed",
  title: "Project item status changed",
  category: "Project",
  description: "The status of an item in a project (v2) has changed; `from` and `to` are the statuses' names.",
  output: StatusChanged,
  target: Target,
  // Narrower than the places that hooks belong to.
  place: (target) => pathOf(target).toLowerCase(),
  filters: {
    to: texts("status", "The new status", ({ to }: StatusChanged) => to),
    from: texts("earlier status", "The status before", ({ from }: StatusChanged) => from),
    actor: texts("actor", "Login of the user who did it", ({ actor }: StatusChanged) => actor),
    project_number: number("project's number", (data: StatusChanged) => data.project_number),
    content_type: choice("content", ["Issue", "PullRequest", "DraftIssue"], (data: StatusChanged) => data.content_type)
  },
  possible: [hook, poll],
  ways: ({ owner, owner_type = "organization", project_number }) => [
    ...(owner_type === "organization" ? [{ ...hook, place: organizationPlace(owner) }] : []),
    ...(project_number === undefined ? [] : [poll])
  ],
  on: {
    projects_v2_item: ({ action, changes, projects_v2_item: item, organization, sender }) => {
      const { field_value: change } = changes
      // Older payloads do not name the field, so any single-select field may be the status.
      const isStatus = change?.field_type === "single_select" && (change.field_name ?? FIELD) === FIELD
      if (action !== "edited" || !isStatus) return undefined
      return factOf(
        {
          owner: organization.login,
          ...present({
            actor: sender?.login,
            project_number: change.project_number,
            from: changedStatus(change.from),
            to: changedStatus(change.to),
            content_node_id: item.content_node_id
          }),
          item_id: item.id,
          item_node_id: item.node_id,
          content_type: item.content_type
        },
        item.updated_at
      )
    }
  },
  poll: (target, { operation, cursor, occurrence }) =>
    Effect.gen(function* () {
      const { owner, project_number } = target
      if (project_number === undefined) {
        const message = "is required if events are polled"
        return yield* invalid("codehost", operation, [{ field: "target.project_number", message }])
      }
      const { items: fields } = yield* readList({
        operation,
        endpoint: `/${pathOf(target)}/fields?per_page=100`,
        item: ProjectField
      }).pipe(
        // Enterprise servers have projects in GraphQL only, so they answer this about every project.
        explain("NotFound", (reason) => ({
          ...reason,
          what: `The REST API has no project ${owner}/${project_number}, or the account's token may not see it. An enterprise server may have no projects there; it sends their events by an organization's webhook only.`
        }))
      )
      const field = fields.find(({ value }) => value.name === FIELD)?.value.id
      if (field === undefined) {
        const what = `Project ${owner}/${project_number} has no field ${FIELD}.`
        return yield* providerError(operation, { _tag: "NotFound", what, remedy: { to: "checkNames" } })
      }
      const { items, ...read } = yield* readList({
        operation,
        endpoint: `/${pathOf(target)}/items?fields=${field}&per_page=100`,
        item: Item
      })
      return newAmong(
        cursor,
        items.map(({ value: item, raw }) => {
          const to = statusIn(item.fields?.find(({ id }) => id === field)?.value)
          return {
            id: String(item.id),
            state: to ?? "",
            // An item that is added to the project with a status has not changed its status.
            isNews: (was) => was !== undefined,
            toOccurrence: (was) =>
              occurrence(
                factOf(
                  {
                    owner,
                    ...present({
                      project_number,
                      from: was || undefined,
                      to,
                      content_node_id: item.content?.node_id,
                      url: item.content?.html_url,
                      title: item.content?.title,
                      item_node_id: item.node_id
                    }),
                    item_id: item.id,
                    content_type: item.content_type
                  },
                  item.updated_at
                ),
                raw
              )
          }
        }),
        read
      )
    })
})

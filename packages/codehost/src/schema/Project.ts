/** Projects (v2): their fields, and the status of an item. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"

/** A field of a project. */
export const ProjectField = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  /** `single_select`, `text`, `number`, ... */
  data_type: Schema.String,
  /** Of a single-select field. */
  options: Schema.optionalKey(
    Schema.Array(Schema.Struct({ id: Schema.String, name: Schema.Struct({ raw: Schema.String }) }))
  )
})
export type ProjectField = typeof ProjectField.Type

/** An item of a project. */
export const ProjectItem = Schema.Struct({
  id: Schema.Int,
  node_id: maybe(Schema.String),
  /** `Issue`, `PullRequest` or `DraftIssue`. */
  content_type: maybe(Schema.String)
})
export type ProjectItem = typeof ProjectItem.Type

/** An item's status after a change. */
export const ProjectItemStatus = Schema.Struct({
  /** As it was given: the item's number, or its node id. */
  item_id: Schema.Union([Schema.Int, Schema.String]),
  project_number: Schema.Int,
  /** The option's name as the project writes it. */
  status: Schema.String,
  /** Which API took it: servers without the REST one are asked by GraphQL. */
  via: Schema.Literals(["rest", "graphql"])
})
export type ProjectItemStatus = typeof ProjectItemStatus.Type

/** The status that an item is to have. */
export const StatusChange = Schema.Struct({
  /** The organization or user that owns the project. */
  owner: Names.name(),
  /** By default asked of the service. */
  owner_type: Schema.optionalKey(Schema.Literals(["organization", "user"])),
  project_number: Names.positive(),
  /** Its number, or its node id (`PVTI_...`). */
  item_id: Names.projectItemId("The project item's id, not the issue's number"),
  /** The option's name, in any case. */
  status: Names.text("e.g. In Progress"),
  /** The single-select field that holds it. */
  field: Schema.optionalKey(Names.text("Default: Status"))
})
export type StatusChange = typeof StatusChange.Type

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
  /** Options of a single-select field. */
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

/** The status of an item after a change. */
export const ProjectItemStatus = Schema.Struct({
  /** As given in the input: the item's number or its node id. */
  item_id: Schema.Union([Schema.Int, Schema.String]),
  project_number: Schema.Int,
  /** The option's name, spelled as in the project. */
  status: Schema.String,
  /** Which API made the change. GraphQL is used on servers without the REST API for projects. */
  via: Schema.Literals(["rest", "graphql"])
})
export type ProjectItemStatus = typeof ProjectItemStatus.Type

/** Input for changing the status of an item. */
export const StatusChange = Schema.Struct({
  /** The organization or user that owns the project. */
  owner: Names.name(),
  /** By default the service is asked which one it is. */
  owner_type: Schema.optionalKey(Schema.Literals(["organization", "user"])),
  project_number: Names.positive(),
  /** The item's number or its node id (`PVTI_...`). */
  item_id: Names.projectItemId("The project item's id, not the issue's number"),
  /** The option's name; case does not matter. */
  status: Names.text("e.g. In Progress"),
  /** The single-select field that holds the status. */
  field: Schema.optionalKey(Names.text("Default: Status"))
})
export type StatusChange = typeof StatusChange.Type

/** Projects (v2): their fields, and the status of an item. */
import * as Schema from "effect/Schema"

import { maybe } from "../internal/maybe.ts"

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

/** Payloads of items of projects (v2) and of cards on classic project boards. */
import * as Schema from "effect/Schema"

import { maybe } from "../../schema/maybe.ts"
import { payload, Sender } from "./Payload.ts"

const SelectedOption = Schema.Struct({ id: maybe(Schema.String), name: Schema.String })

/** Payload of `projects_v2_item` events. Older payloads name neither the field nor its values. */
export const projectItemPayload = payload(
  Schema.Struct({
    action: Schema.String,
    organization: Schema.Struct({ login: Schema.String }),
    sender: maybe(Sender),
    projects_v2_item: Schema.Struct({
      id: Schema.Int,
      node_id: Schema.String,
      project_node_id: maybe(Schema.String),
      content_node_id: maybe(Schema.String),
      content_type: Schema.String,
      updated_at: Schema.String
    }),
    /** Without a field's value, another part of the item was changed, such as a draft's body. */
    changes: Schema.Struct({
      field_value: maybe(
        Schema.Struct({
          field_type: Schema.String,
          field_name: maybe(Schema.String),
          project_number: maybe(Schema.Int),
          from: maybe(Schema.Unknown),
          to: maybe(Schema.Unknown)
        })
      )
    })
  })
)

/** Returns the name of a single-select field's value. */
export const optionName = (value: unknown): string | undefined => {
  const option = payload(SelectedOption)(value)
  return option?.name ?? (typeof value === "string" ? value : undefined)
}

/** A card of a classic board; `note` is null if the card shows an issue. */
export const Card = Schema.Struct({
  id: Schema.Int,
  note: maybe(Schema.String),
  /** API address of the card's issue or pull request. */
  content_url: maybe(Schema.String),
  creator: maybe(Schema.Struct({ login: Schema.String })),
  created_at: Schema.String,
  updated_at: Schema.String
})
export type Card = typeof Card.Type

/** Payload of `project_card` events, from servers that still have classic boards. */
export const cardPayload = payload(
  Schema.Struct({
    action: Schema.String,
    sender: maybe(Sender),
    project_card: Schema.Struct({ ...Card.fields, column_id: Schema.Int }),
    changes: maybe(Schema.Struct({ column_id: maybe(Schema.Struct({ from: Schema.Int })) }))
  })
)

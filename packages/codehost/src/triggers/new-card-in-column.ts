import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import * as Names from "../schema/names.ts"
import { Card } from "../wire/events/records.ts"
import { newAmong } from "./parts/cursors.ts"
import { choice, texts } from "./parts/filters.ts"
import { readList } from "./parts/lists.ts"
import { present, secondOf, type Fact } from "./parts/occurrences.ts"
import { pollWay, triggerOf } from "./parts/trigger.ts"
import { hooksAt, hookWays } from "./parts/ways.ts"

const NewCard = Schema.Struct({
  actor: Schema.optionalKey(Schema.String),
  column_id: Schema.Int,
  card_id: Schema.Int,
  /** Absent if the card shows an issue or pull request. */
  note: Schema.optionalKey(Schema.String),
  /** API address of the issue or pull request. */
  content_url: Schema.optionalKey(Schema.String),
  /** The column that the card was moved from. */
  from_column_id: Schema.optionalKey(Schema.Int)
})
type NewCard = typeof NewCard.Type

const factOf = (
  column_id: number,
  card: Card,
  more: { readonly actor?: string | undefined; readonly from_column_id?: number | undefined } = {}
): Fact<NewCard> => ({
  id: `${card.id} ${column_id} ${secondOf(card.updated_at)}`,
  at: card.updated_at,
  data: {
    ...present({ note: card.note, content_url: card.content_url, ...more }),
    column_id,
    card_id: card.id
  }
})

/** https://github.blog/changelog/2024-05-23-sunset-notice-projects-classic */
const retirement = { via: "retired", since: "2024-05-23", use: "codehost_project_item_status_changed" } as const
const hooks = hookWays(["project_card"])
const poll = pollWay({ source: "cards" })

/** The `accept` header that old servers require for classic boards. */
const CLASSIC = "application/vnd.github.inertia-preview+json"

export const newCardInColumn = triggerOf({
  id: "codehost_new_card_in_column",
  title: "New card in column",
  category: "Project",
  description:
    "A card has been added to a column of a classic project board, or moved there from another one. The public service no longer has classic boards; old enterprise servers do.",
  output: NewCard,
  target: Schema.Struct({
    owner: Names.name("Organization, or the repository's owner"),
    repo: Schema.optionalKey(Names.name("If the board belongs to a repository")),
    column_id: Names.positive("The column's number, at the end of its link")
  }),
  place: ({ column_id }) => `projects/columns/${column_id}`,
  filters: {
    actor: texts("actor", "Login of the user who did it", ({ actor }: NewCard) => actor),
    note: texts("note", "e.g. *urgent*", ({ note }: NewCard) => note),
    content: choice("content", ["note", "issue"], ({ content_url }: NewCard) =>
      content_url === undefined ? "note" : "issue"
    )
  },
  possible: [retirement, ...hooks, poll],
  ways: ({ owner, repo }, { edition = "public" }) =>
    edition === "public" ? [retirement] : [...hooksAt(hooks, owner, repo), poll],
  on: {
    project_card: ({ action, changes, project_card: card, sender }) => {
      const from = changes?.column_id?.from
      // A move within the same column is reported as `moved` too.
      return action === "created" || (action === "moved" && from !== undefined)
        ? factOf(card.column_id, card, { actor: sender?.login, from_column_id: from })
        : undefined
    }
  },
  poll: ({ column_id }, { operation, cursor, occurrence }) =>
    Effect.map(
      readList({
        operation,
        endpoint: `/projects/columns/${column_id}/cards?per_page=100`,
        item: Card,
        accept: CLASSIC
      }),
      ({ items, ...read }) =>
        newAmong(
          cursor,
          items.map(({ value, raw }) => ({
            id: String(value.id),
            toOccurrence: () => occurrence(factOf(column_id, value), raw)
          })),
          read
        )
    )
})

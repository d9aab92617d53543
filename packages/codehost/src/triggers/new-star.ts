import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { eventFields } from "../schema/events/IssueEvent.ts"
import type { User } from "../schema/User.ts"
import { fullName } from "../wire/endpoint.ts"
import { newSince } from "./parts/cursors.ts"
import { SHOWN_TO } from "./parts/hidden-people.ts"
import { present, secondOf, type Fact } from "./parts/occurrences.ts"
import { starsFrom } from "./parts/stars.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const Star = Schema.Struct({
  ...eventFields,
  /** ISO 8601. `url` is the page of the user who starred the repository. */
  starred_at: Schema.String
})
type Star = typeof Star.Type

/** The time is part of the id: a star that is removed and given again is a new occurrence. */
const factOf = (repository: string, user: User, at: string): Fact<Star> => ({
  id: `${repository.toLowerCase()} ${user.id} ${secondOf(at)}`,
  at,
  data: { repository, actor: user.login, ...present({ url: user.html_url }), starred_at: at }
})

const Cursor = Schema.fromJsonString(Schema.Struct({ page: Schema.Int, list: Schema.String }))
const readCursor = Schema.decodeUnknownOption(Cursor)

export const newStar = repositoryTrigger<Star>({
  id: "codehost_new_star",
  title: "New star",
  category: "Repository",
  description: "Somebody has starred the repository. Removing a star does not count; starring again does.",
  output: Star,
  on: {
    star: ({ action, repository, sender, starred_at }) =>
      action === "created" && starred_at ? factOf(repository.full_name, sender, starred_at) : undefined
  },
  pollFrom: { source: "stars", needs: [SHOWN_TO] },
  poll: (where, { operation, cursor, occurrence }) => {
    const before = Option.getOrUndefined(readCursor(cursor))
    return Effect.map(starsFrom(operation, where, before?.page), ({ page, ...read }) => {
      const poll = newSince(before?.list, {
        ...read,
        occurrences: read.items.flatMap(({ value: { user, starred_at }, raw }) =>
          user === null ? [] : [occurrence(factOf(fullName(where), user, starred_at), raw)]
        )
      })
      return { ...poll, cursor: JSON.stringify({ page, list: poll.cursor }) }
    })
  }
})

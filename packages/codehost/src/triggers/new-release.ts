import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { bodyFields, eventFields } from "../schema/events/IssueEvent.ts"
import { Release } from "../schema/Release.ts"
import { inRepository } from "../wire/endpoint.ts"
import { newSince, readUntil } from "./parts/cursors.ts"
import { flag, refs } from "./parts/filters.ts"
import { readList } from "./parts/lists.ts"
import { occurrenceOf, present, textOf } from "./parts/occurrences.ts"
import { inRepositoryFilters } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const NewRelease = Schema.Struct({
  ...eventFields,
  tag: Schema.String,
  name: Schema.optionalKey(Schema.String),
  prerelease: Schema.Boolean,
  /** The branch or commit that the release was created from. */
  target: Schema.optionalKey(Schema.String),
  ...bodyFields
})
type NewRelease = typeof NewRelease.Type

const occurrence = (repository: string, release: Release, raw?: unknown) =>
  occurrenceOf<NewRelease>("new_release", {
    id: String(release.id),
    at: release.published_at ?? release.created_at,
    data: {
      repository,
      ...present({ actor: release.author?.login, name: release.name, target: release.target_commitish }),
      url: release.html_url,
      tag: release.tag_name,
      prerelease: release.prerelease,
      ...textOf(release.body)
    },
    causes: [release.html_url],
    raw
  })

export const newRelease = repositoryTrigger<NewRelease>({
  id: "codehost_new_release",
  title: "New release",
  category: "Other",
  description: "A release or pre-release has been published. Drafts do not count.",
  output: NewRelease,
  filters: {
    ...inRepositoryFilters,
    tag: refs("tag", "e.g. v1.*", ({ tag }) => tag),
    prerelease: flag("It is a pre-release.", "It is not a pre-release.", ({ prerelease }) => prerelease)
  },
  on: {
    release: ({ action, release, repository }, _watcher, receivedAt = "") => {
      if (action !== "published") return []
      const created_at = release.created_at ?? receivedAt
      return [occurrence(repository.full_name, { ...release, created_at })]
    }
  },
  pollFrom: { source: "releases" },
  poll: (where, cursor) =>
    Effect.map(
      // The list is sorted by the commits' times. A draft that is published late is further down, so a whole page is
      // always read, and more if a page ends with a new one.
      readList({
        operation: "codehost_new_release",
        endpoint: inRepository(where, "/releases?per_page=100"),
        item: Release,
        ...readUntil(cursor, (release: Release) => release.published_at ?? release.created_at)
      }),
      (read) =>
        newSince(cursor, {
          ...read,
          listedAt: read.items.map(({ value }) => value.created_at),
          occurrences: read.items
            .filter(({ value }) => !value.draft && typeof value.published_at === "string")
            .map(({ value, raw }) => occurrence(`${where.owner}/${where.repo}`, value, raw))
        })
    )
})

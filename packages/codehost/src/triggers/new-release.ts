import * as Schema from "effect/Schema"

import { bodyFields, eventFields } from "../schema/events/IssueEvent.ts"
import { Release } from "../schema/Release.ts"
import { fullName, inRepository } from "../wire/endpoint.ts"
import { flag, refs } from "./parts/filters.ts"
import { newestFirst } from "./parts/newest-first.ts"
import { present, textOf, type Fact } from "./parts/occurrences.ts"
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

const timeOf = (release: Release) => release.published_at ?? release.created_at

/** @param publisher who need not have drafted it; a poll does not say it */
const factOf = (repository: string, release: Release, publisher?: string): Fact<NewRelease> => ({
  id: String(release.id),
  at: timeOf(release),
  data: {
    repository,
    ...present({ actor: publisher ?? release.author?.login, name: release.name, target: release.target_commitish }),
    url: release.html_url,
    tag: release.tag_name,
    prerelease: release.prerelease,
    ...textOf(release.body)
  },
  causes: [release.html_url]
})

export const newRelease = repositoryTrigger<NewRelease>({
  id: "codehost_new_release",
  title: "New release",
  category: "Other",
  description: "A release or pre-release has been published. Drafts do not count.",
  output: NewRelease,
  filters: {
    tag: refs("tag", "e.g. v1.*", ({ tag }) => tag),
    prerelease: flag("It is a pre-release.", "It is not a pre-release.", ({ prerelease }) => prerelease)
  },
  on: {
    release: ({ action, release, repository, sender }, _watcher, receivedAt = "") => {
      const created_at = release.created_at ?? receivedAt
      return action === "published"
        ? factOf(repository.full_name, { ...release, created_at }, sender?.login)
        : undefined
    }
  },
  pollFrom: { source: "releases" },
  // The list is sorted by the commits' times. A draft that is published late is further down, so a whole page is always
  // read, and more if a page ends with a new one.
  poll: newestFirst({
    endpoint: (where) => inRepository(where, "/releases?per_page=100"),
    item: Release,
    timeOf,
    toFact: (release, where) => (release.draft || !release.published_at ? undefined : factOf(fullName(where), release))
  })
})

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { eventFields } from "../schema/events/IssueEvent.ts"
import * as Names from "../schema/names.ts"
import { Repository } from "../schema/Repository.ts"
import { newSince, readUntil } from "./parts/cursors.ts"
import { flag, inRepositoryFilters, texts } from "./parts/filters.ts"
import { readList } from "./parts/lists.ts"
import { present, type Fact } from "./parts/occurrences.ts"
import { ACCOUNT_PLACE, organizationPlace } from "./parts/targets.ts"
import { pollWay, triggerOf } from "./parts/trigger.ts"
import { orgWebhookWay } from "./parts/ways.ts"

const NewRepository = Schema.Struct({
  ...eventFields,
  owner: Schema.String,
  description: Schema.optionalKey(Schema.String),
  private: Schema.Boolean,
  fork: Schema.Boolean,
  default_branch: Schema.optionalKey(Schema.String)
})
type NewRepository = typeof NewRepository.Type

const factOf = (repository: Repository, actor: string | undefined, at: string): Fact<NewRepository> => ({
  id: String(repository.id),
  at,
  data: {
    repository: repository.full_name,
    ...present({ actor, description: repository.description, default_branch: repository.default_branch }),
    url: repository.html_url,
    owner: repository.owner.login,
    private: repository.private,
    fork: repository.fork ?? false
  },
  causes: [repository.html_url]
})

const hook = orgWebhookWay(["repository"])
const poll = pollWay({ source: "repositories" })

export const newRepository = triggerOf({
  id: "codehost_new_repository",
  title: "New repository",
  category: "Repository",
  description:
    "A repository has been created in the account or in an organization. An older repository that becomes visible to the account does not count.",
  output: NewRepository,
  target: Schema.Struct({
    org: Schema.optionalKey(Names.name("Organization; default: the account's own repositories"))
  }),
  place: ({ org }) => (org === undefined ? ACCOUNT_PLACE : organizationPlace(org)),
  filters: {
    ...inRepositoryFilters,
    private: flag("It is private.", "It is public.", (data: NewRepository) => data.private),
    fork: flag("It is a fork.", "It is not a fork.", (data: NewRepository) => data.fork),
    owner: texts("owner", "Login of the owner", ({ owner }: NewRepository) => owner)
  },
  possible: [hook, poll],
  ways: ({ org }) => (org === undefined ? [poll] : [{ ...hook, place: organizationPlace(org) }, poll]),
  on: {
    repository: ({ action, repository, sender }, _watcher, receivedAt = "") =>
      action === "created" ? factOf(repository, sender?.login, repository.created_at ?? receivedAt) : undefined
  },
  poll: ({ org }, { operation, cursor, occurrence }) =>
    Effect.map(
      readList({
        operation,
        endpoint:
          org === undefined
            ? "/user/repos?affiliation=owner&sort=created&direction=desc&per_page=100"
            : `/orgs/${org}/repos?sort=created&direction=desc&per_page=100`,
        item: Repository,
        ...readUntil(cursor, (repository: Repository) => repository.created_at)
      }),
      (read) =>
        newSince(cursor, {
          ...read,
          // If the list is empty, count from now: otherwise an old repository that is added to it later would be
          // reported as new.
          listedAt: read.items.length === 0 ? [read.at] : [],
          occurrences: read.items.flatMap(({ value, raw }) => {
            const actor = org === undefined ? value.owner.login : undefined
            return value.created_at ? [occurrence(factOf(value, actor, value.created_at), raw)] : []
          })
        })
    )
})

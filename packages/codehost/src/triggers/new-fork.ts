import * as Schema from "effect/Schema"

import { eventFields } from "../schema/events/IssueEvent.ts"
import { fullName, inRepository } from "../wire/endpoint.ts"
import { Fork } from "../wire/events/records.ts"
import { newestFirst } from "./parts/newest-first.ts"
import { present, type Fact } from "./parts/occurrences.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const NewFork = Schema.Struct({
  ...eventFields,
  /** `owner/repo` of the fork; `url` is the address of its page. */
  fork: Schema.String
})
type NewFork = typeof NewFork.Type

const factOf = (repository: string, fork: Fork, actor?: string): Fact<NewFork> => ({
  id: String(fork.id),
  at: fork.created_at ?? "",
  data: { repository, ...present({ actor: actor ?? fork.owner?.login }), url: fork.html_url, fork: fork.full_name },
  causes: [fork.html_url]
})

export const newFork = repositoryTrigger<NewFork>({
  id: "codehost_new_fork",
  title: "New fork",
  category: "Repository",
  description: "Somebody has forked the repository.",
  output: NewFork,
  on: {
    fork: ({ forkee, repository, sender }) => factOf(repository.full_name, forkee, sender?.login)
  },
  pollFrom: { source: "forks" },
  poll: newestFirst({
    endpoint: (where) => inRepository(where, "/forks?sort=newest&per_page=100"),
    item: Fork,
    timeOf: (fork) => fork.created_at,
    toFact: (fork, where) => (fork.created_at ? factOf(fullName(where), fork) : undefined)
  })
})

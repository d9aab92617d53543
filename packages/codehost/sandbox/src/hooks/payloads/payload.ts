// Builds the payload of an event.
// Source: https://docs.github.com/en/webhooks/webhook-events-and-payloads

import type { JsonObject } from "@inlay/sandbox-kit/json"

import type { Account } from "../../accounts/accounts.ts"
import type { EventName, DomainEvent } from "../../domain-events/domain-events.ts"
import { cards, projectItems } from "./boards.ts"
import { discussionComments, discussions } from "./discussions.ts"
import { creations, deletions, pushedRepository, pushes } from "./pushes.ts"
import { forks, members, releases, repositories, stars, watches } from "./repositories.ts"
import { jobs, runs } from "./runs.ts"
import { issueComments, issues, labels, pullRequests, reviewComments, reviews } from "./threads.ts"
import { ending, type Writer } from "./writer.ts"

const writers: { readonly [Name in EventName]: (writer: Writer, domainEvent: DomainEvent<Name>) => JsonObject } = {
  create: creations,
  delete: deletions,
  discussion: discussions,
  discussion_comment: discussionComments,
  fork: forks,
  issue_comment: issueComments,
  issues,
  label: labels,
  member: members,
  project_card: cards,
  projects_v2_item: projectItems,
  pull_request: pullRequests,
  pull_request_review: reviews,
  pull_request_review_comment: reviewComments,
  push: pushes,
  release: releases,
  repository: repositories,
  star: stars,
  watch: watches,
  workflow_job: jobs,
  workflow_run: runs
}

/** `owner` is the owner of the repository or project. */
export const payloadOf = (writer: Writer, domainEvent: DomainEvent, owner: Account | undefined): JsonObject => {
  const write = writers[domainEvent.event] as (writer: Writer, domainEvent: DomainEvent) => JsonObject
  const { repository } = domainEvent
  const end = ending(writer, repository, owner)
  const body = { ...write(writer, domainEvent), ...end }
  if (domainEvent.event !== "push" || repository === null) return body
  return { ...body, repository: { ...end.repository, ...pushedRepository(repository) } }
}

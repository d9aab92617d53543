// Payloads of events about discussions and their comments.

import { discussionCommentRecord, discussionRecord } from "../../discussions/records.ts"
import type { DomainEvent } from "../../domain-events/domain-events.ts"
import { pageAt, repositoryOf, type Writer } from "./writer.ts"

export const discussions = (writer: Writer, domainEvent: DomainEvent<"discussion">) => {
  const { action, discussion } = domainEvent.subject
  return { action, discussion: discussionRecord(pageAt(writer, repositoryOf(domainEvent)), discussion) }
}

export const discussionComments = (writer: Writer, domainEvent: DomainEvent<"discussion_comment">) => {
  const { action, comment, discussion } = domainEvent.subject
  const page = pageAt(writer, repositoryOf(domainEvent))
  return {
    action,
    comment: discussionCommentRecord(page, discussion, comment),
    discussion: discussionRecord(page, discussion)
  }
}

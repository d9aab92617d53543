// Payloads of events about discussions and their comments.

import { discussionCommentRecord, discussionRecord } from "../../discussions/records.ts"
import type { Happening } from "../../happenings/data.ts"
import { pageAt, repositoryOf, type Writer } from "./writer.ts"

export const discussions = (writer: Writer, happening: Happening<"discussion">) => {
  const { action, discussion } = happening.subject
  return { action, discussion: discussionRecord(pageAt(writer, repositoryOf(happening)), discussion) }
}

export const discussionComments = (writer: Writer, happening: Happening<"discussion_comment">) => {
  const { action, comment, discussion } = happening.subject
  const page = pageAt(writer, repositoryOf(happening))
  return {
    action,
    comment: discussionCommentRecord(page, discussion, comment),
    discussion: discussionRecord(page, discussion)
  }
}

// Builds the records of discussions and their comments for hook events.

import { associationOf } from "../issues/association.ts"
import { apiUrl, htmlUrl, type Page, reactions, userRecord } from "../issues/records.ts"
import { nodeId } from "../records/node-id.ts"
import type { Discussion, DiscussionComment } from "./discussions.ts"

export const discussionUrl = (page: Page, { number }: Discussion): string => `${htmlUrl(page)}/discussions/${number}`

export const discussionCommentUrl = (page: Page, discussion: Discussion, { id }: DiscussionComment): string =>
  `${discussionUrl(page, discussion)}#discussioncomment-${id}`

const categoryRecord = (page: Page, { category, createdAt }: Discussion) => ({
  id: category.id,
  node_id: nodeId("DIC", category.id, page.repository.id),
  repository_id: page.repository.id,
  emoji: category.emoji,
  name: category.name,
  description: category.description,
  created_at: createdAt,
  updated_at: createdAt,
  slug: category.slug,
  is_answerable: category.isAnswerable
})

export const discussionRecord = (page: Page, discussion: Discussion) => ({
  repository_url: apiUrl(page),
  category: categoryRecord(page, discussion),
  answer_html_url: null,
  answer_chosen_at: null,
  answer_chosen_by: null,
  html_url: discussionUrl(page, discussion),
  id: discussion.id,
  node_id: nodeId("D", discussion.id, page.repository.id),
  number: discussion.number,
  title: discussion.title,
  user: userRecord(page, discussion.authorId),
  labels: [],
  state: "open",
  state_reason: null,
  locked: false,
  comments: discussion.comments.length,
  created_at: discussion.createdAt,
  updated_at: discussion.updatedAt,
  author_association: associationOf(page, discussion.authorId),
  active_lock_reason: null,
  body: discussion.body,
  reactions: reactions(`${apiUrl(page)}/discussions/${discussion.number}`),
  timeline_url: `${apiUrl(page)}/discussions/${discussion.number}/timeline`
})

export const discussionCommentRecord = (page: Page, discussion: Discussion, comment: DiscussionComment) => ({
  id: comment.id,
  node_id: nodeId("DC", comment.id, page.repository.id),
  html_url: discussionCommentUrl(page, discussion, comment),
  parent_id: comment.parentId,
  child_comment_count: discussion.comments.filter(({ parentId }) => parentId === comment.id).length,
  repository_url: apiUrl(page),
  discussion_id: discussion.id,
  author_association: associationOf(page, comment.authorId),
  user: userRecord(page, comment.authorId),
  created_at: comment.createdAt,
  updated_at: comment.updatedAt,
  body: comment.body,
  reactions: reactions(`${apiUrl(page)}/discussions/comments/${comment.id}`)
})

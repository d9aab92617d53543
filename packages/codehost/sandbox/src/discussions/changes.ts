// Opens discussions and adds comments. The REST API can only read them; the control API's `POST /discussions` writes.

import { emit } from "../domain-events/domain-events.ts"
import type { Act } from "../issues/events.ts"
import { type Repository, repositoryById } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import { type Category, type Discussion, type DiscussionComment, discussionsOf } from "./discussions.ts"

export interface NewDiscussion {
  readonly title: string
  readonly body: string
  readonly category: Category
}

/**
 * The service numbers discussions together with issues and pull requests. Here they start at 10,001, so that lists of
 * issues have no gaps.
 */
const firstNumber = 10_001

export const openDiscussion = (
  world: World,
  repository: Repository,
  { actorId, at }: Act,
  { body, category, title }: NewDiscussion
): Discussion => {
  const discussion: Discussion = {
    id: world.ids.next("discussion"),
    number: firstNumber + discussionsOf(world, repository.id).length,
    repositoryId: repository.id,
    title,
    body,
    authorId: actorId,
    category,
    createdAt: at,
    updatedAt: at,
    comments: []
  }
  world.discussions.push(discussion)
  emit(world, "discussion", repository, { action: "created", discussion })
  return discussion
}

export const replyTo = (
  world: World,
  discussion: Discussion,
  { actorId, at }: Act,
  body: string,
  parentId: number | null
): DiscussionComment => {
  const id = world.ids.next("discussion comment")
  const comment: DiscussionComment = { id, body, authorId: actorId, createdAt: at, updatedAt: at, parentId }
  discussion.comments.push(comment)
  discussion.updatedAt = at
  const repository = repositoryById(world, discussion.repositoryId)
  emit(world, "discussion_comment", repository, { action: "created", discussion, comment })
  return comment
}

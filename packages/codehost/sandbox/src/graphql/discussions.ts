// Discussions in GraphQL. They are read-only.
// Source: https://docs.github.com/en/graphql/guides/using-the-graphql-api-for-discussions

import { accountById } from "../accounts/accounts.ts"
import { type Discussion, type DiscussionComment, discussionsOf } from "../discussions/discussions.ts"
import { discussionCommentUrl, discussionUrl } from "../discussions/records.ts"
import { placeAt } from "../issues/trackers.ts"
import { nodeId } from "../records/node-id.ts"
import type { Repository } from "../repositories/repositories.ts"
import { connection } from "./connection.ts"
import type { ObjectValue, Resolver } from "./resolvers.ts"
import type { Scene } from "./scene.ts"

const pageOf = ({ context }: Scene, repository: Repository) => ({
  ...placeAt(context.world, repository),
  urls: context.urls
})

const commentNode =
  (scene: Scene, repository: Repository, discussion: Discussion) =>
  (comment: DiscussionComment): ObjectValue => ({
    __typename: "DiscussionComment",
    id: nodeId("DC", comment.id, repository.id),
    databaseId: comment.id,
    body: comment.body,
    url: discussionCommentUrl(pageOf(scene, repository), discussion, comment),
    author: () => scene.nodes.account(accountById(scene.context.world, comment.authorId)),
    createdAt: comment.createdAt,
    updatedAt: comment.updatedAt,
    replies: commentsField(scene, repository, discussion, "replies", comment.id)
  })

/** The top-level comments of a discussion, or the replies to one of them. */
const commentsField =
  (
    scene: Scene,
    repository: Repository,
    discussion: Discussion,
    field: "comments" | "replies",
    parent: number | null
  ): Resolver =>
  (args) => {
    const comments = discussion.comments.filter(({ parentId }) => parentId === parent)
    const node = commentNode(scene, repository, discussion)
    return connection("DiscussionComment", field, args, comments, node, ({ id }) => id)
  }

const discussionNode =
  (scene: Scene, repository: Repository) =>
  (discussion: Discussion): ObjectValue => ({
    __typename: "Discussion",
    id: nodeId("D", discussion.id, repository.id),
    databaseId: discussion.id,
    number: discussion.number,
    title: discussion.title,
    body: discussion.body,
    url: discussionUrl(pageOf(scene, repository), discussion),
    author: () => scene.nodes.account(accountById(scene.context.world, discussion.authorId)),
    createdAt: discussion.createdAt,
    updatedAt: discussion.updatedAt,
    category: () => ({
      __typename: "DiscussionCategory",
      id: nodeId("DIC", discussion.category.id, repository.id),
      name: discussion.category.name,
      slug: discussion.category.slug,
      isAnswerable: discussion.category.isAnswerable
    }),
    comments: commentsField(scene, repository, discussion, "comments", null)
  })

const isInputs = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

export const discussionsField =
  (scene: Scene, repository: Repository): Resolver =>
  (args) => {
    const order: unknown = args["orderBy"]
    const { direction, field } = isInputs(order) ? order : {}
    const key = field === "CREATED_AT" ? "createdAt" : "updatedAt"
    const sign = direction === "ASC" ? 1 : -1
    const inOrder = discussionsOf(scene.context.world, repository.id).toSorted((one, other) =>
      one[key] === other[key] ? sign * (one.id - other.id) : one[key] < other[key] ? -sign : sign
    )
    return connection("Discussion", "discussions", args, inOrder, discussionNode(scene, repository), ({ id }) => id)
  }

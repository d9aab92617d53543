/**
 * Discussions. The service offers them only through GraphQL.
 * https://docs.github.com/en/graphql/guides/using-the-graphql-api-for-discussions
 */
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import {
  Discussion,
  DiscussionQuery,
  DiscussionThread,
  ThreadQuery,
  type DiscussionComment
} from "../schema/Discussion.ts"
import { type Http } from "../wire/requests.ts"
import { decoder, operation, providerError } from "../wire/service.ts"

/** Discussions of a repository. */
export interface Discussions {
  /** The 50 most recently opened discussions, newest first. */
  readonly newest: (input: DiscussionQuery) => Effect.Effect<ReadonlyArray<Discussion>, ProviderError>
  /**
   * Reads the 20 most recently changed discussions, with the newest 20 comments of each and their newest 10 replies. Of
   * a longer discussion that changed since the time given, it reads the newest 100 of both.
   */
  readonly newestComments: (input: ThreadQuery) => Effect.Effect<ReadonlyArray<DiscussionThread>, ProviderError>
}

export const newest = operation({
  name: "discussions.newest",
  input: DiscussionQuery,
  output: Schema.Array(Discussion)
})

export const newestComments = operation({
  name: "discussions.newestComments",
  input: ThreadQuery,
  output: Schema.Array(DiscussionThread)
})

const DISCUSSION = `databaseId number title body url createdAt author { login } category { name }`
const COMMENT = `databaseId body url createdAt updatedAt author { login }`

const query = (order: string, first: number, fields: string) =>
  `query($owner: String!, $repo: String!) {
    repository(owner: $owner, name: $repo) {
      discussions(first: ${first}, orderBy: { field: ${order}, direction: DESC }) { nodes { ${fields} } }
    }
  }`

const NEWEST = query("CREATED_AT", 50, DISCUSSION)
const EARLIER = `pageInfo { hasPreviousPage }`

/** The limit counts the lists of replies: 20 discussions with 20 comments take 4 points, one with 100 comments takes 1. */
const comments = (first: number, last: number, lastReplies: number) =>
  query(
    "UPDATED_AT",
    first,
    `${DISCUSSION} updatedAt comments(last: ${last}) { ${EARLIER} nodes { ${COMMENT}
      replies(last: ${lastReplies}) { ${EARLIER} nodes { ${COMMENT} } } } }`
  )

const Author = Schema.NullOr(Schema.Struct({ login: Schema.String }))
const commentFields = {
  databaseId: Schema.Int,
  body: Schema.String,
  url: Schema.String,
  createdAt: Schema.String,
  author: Author
}
const nodesOf = <S extends Schema.Top>(node: S) => Schema.Struct({ nodes: Schema.Array(node) })
const discussionFields = {
  ...commentFields,
  number: Schema.Int,
  title: Schema.String,
  category: Schema.NullOr(Schema.Struct({ name: Schema.String }))
}
const answerOf = <F extends Schema.Struct.Fields>(fields: F) =>
  Schema.Struct({ repository: Schema.NullOr(Schema.Struct({ discussions: nodesOf(Schema.Struct(fields)) })) })

const NewestAnswer = answerOf(discussionFields)
const lastOf = <S extends Schema.Top>(node: S) =>
  Schema.Struct({ pageInfo: Schema.Struct({ hasPreviousPage: Schema.Boolean }), nodes: Schema.Array(node) })
const changeableFields = { ...commentFields, updatedAt: Schema.String }
const threadFields = {
  ...discussionFields,
  updatedAt: Schema.String,
  comments: lastOf(Schema.Struct({ ...changeableFields, replies: lastOf(Schema.Struct(changeableFields)) }))
}
const CommentsAnswer = answerOf(threadFields)

type CommentNode = Schema.Struct<typeof commentFields>["Type"]
type ThreadNode = Schema.Struct<typeof threadFields>["Type"]
type DiscussionNode = Schema.Struct<typeof discussionFields>["Type"]

/** Converts a discussion to the form that the service's webhooks use. */
const discussionOf = (node: DiscussionNode): Discussion => ({
  id: node.databaseId,
  number: node.number,
  title: node.title,
  body: node.body,
  html_url: node.url,
  user: node.author,
  category: node.category,
  created_at: node.createdAt
})

const commentOf = (node: CommentNode, parent: CommentNode | undefined): DiscussionComment => ({
  id: node.databaseId,
  parent_id: parent?.databaseId ?? null,
  body: node.body,
  html_url: node.url,
  user: node.author,
  created_at: node.createdAt
})

/** Whether the discussion has earlier comments or replies than those that were read. */
const hasEarlier = ({ comments: { nodes, pageInfo } }: ThreadNode): boolean =>
  pageInfo.hasPreviousPage || nodes.some(({ replies }) => replies.pageInfo.hasPreviousPage)

/** What counts as recent if no time is given, so that the next call finds nothing older to be new. */
const RECENT_MILLIS = 120_000

/** Times of the service are equal to the second at most. */
const SECOND_MILLIS = 1_000

/**
 * Whether a discussion that is not read whole may lack something new: none of what was read explains its last change,
 * or all of a list is new.
 */
const mayHaveMore = (node: ThreadNode, sinceMillis: number): boolean => {
  if (!hasEarlier(node) || Date.parse(node.updatedAt) < sinceMillis) return false
  const lists = [node.comments, ...node.comments.nodes.map(({ replies }) => replies)]
  const isAllNew = lists.some(
    ({ nodes, pageInfo }) =>
      pageInfo.hasPreviousPage && nodes.every(({ createdAt }) => Date.parse(createdAt) >= sinceMillis)
  )
  const lastRead = Math.max(...lists.flatMap(({ nodes }) => nodes.map(({ updatedAt }) => Date.parse(updatedAt))))
  return isAllNew || lastRead + SECOND_MILLIS < Date.parse(node.updatedAt)
}

const threadOf = (node: ThreadNode, sinceMillis: number): DiscussionThread => ({
  discussion: discussionOf(node),
  updated_at: node.updatedAt,
  comments: node.comments.nodes.flatMap((comment) => [
    commentOf(comment, undefined),
    ...comment.replies.nodes.map((reply) => commentOf(reply, comment))
  ]),
  may_have_more: mayHaveMore(node, sinceMillis)
})

const noRepository = (name: string, { owner, repo }: DiscussionQuery) =>
  providerError(name, {
    _tag: "NotFound",
    what: `There is no repository ${owner}/${repo}, or the account's token may not see it.`,
    remedy: { to: "checkNames" }
  })

export const make = (http: Http): Discussions => {
  const reading = <A>(
    name: string,
    schema: Schema.Codec<
      { readonly repository: { readonly discussions: { readonly nodes: ReadonlyArray<A> } } | null },
      unknown
    >
  ) => {
    const decode = decoder(name, schema)
    return Effect.fnUntraced(function* ({ owner, repo }: DiscussionQuery, document: string) {
      const body = yield* http.graphql(name, document, { owner, repo }, { owner, repo })
      const { repository } = yield* decode({ body })
      return repository === null ? yield* noRepository(name, { owner, repo }) : repository.discussions.nodes
    })
  }
  const readNewest = reading(newest.name, NewestAnswer)
  const readComments = reading(newestComments.name, CommentsAnswer)
  return {
    newest: Operation.method(newest, (input) =>
      Effect.map(readNewest(input, NEWEST), (nodes) => nodes.map(discussionOf))
    ),
    newestComments: Operation.method(
      newestComments,
      Effect.fnUntraced(function* (input: ThreadQuery) {
        const nodes = yield* readComments(input, comments(20, 20, 10))
        const lastChange = Math.max(...nodes.map(({ updatedAt }) => Date.parse(updatedAt)))
        const sinceMillis = input.since === undefined ? lastChange - RECENT_MILLIS : Date.parse(input.since)
        const longCount =
          nodes.findLastIndex((node) => hasEarlier(node) && Date.parse(node.updatedAt) >= sinceMillis) + 1
        const deeper = longCount === 0 ? [] : yield* readComments(input, comments(longCount, 100, 100))
        const all = new Map([...nodes, ...deeper].map((node) => [node.databaseId, node]))
        return [...all.values()].map((node) => threadOf(node, sinceMillis))
      })
    )
  }
}

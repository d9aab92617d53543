/**
 * Discussions. The service offers them only through GraphQL.
 * https://docs.github.com/en/graphql/guides/using-the-graphql-api-for-discussions
 */
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { DiscussedComment, Discussion, DiscussionQuery, type DiscussionComment } from "../schema/Discussion.ts"
import { decoder } from "../wire/decoder.ts"
import { operation } from "../wire/operation.ts"
import { failed, type Http } from "../wire/requests.ts"

/** Discussions of a repository. */
export interface Discussions {
  /** The 50 most recently opened discussions, newest first. */
  readonly newest: (input: DiscussionQuery) => Effect.Effect<ReadonlyArray<Discussion>, ProviderError>
  /**
   * Reads the 20 most recently changed discussions and returns the newest 20 comments of each, with the newest 10
   * replies.
   */
  readonly newestComments: (input: DiscussionQuery) => Effect.Effect<ReadonlyArray<DiscussedComment>, ProviderError>
}

export const newest = operation({
  name: "discussions.newest",
  input: DiscussionQuery,
  output: Schema.Array(Discussion)
})

export const newestComments = operation({
  name: "discussions.newestComments",
  input: DiscussionQuery,
  output: Schema.Array(DiscussedComment)
})

const DISCUSSION = `databaseId number title body url createdAt author { login } category { name }`
const COMMENT = `databaseId body url createdAt author { login }`

const query = (order: string, first: number, fields: string) =>
  `query($owner: String!, $repo: String!) {
    repository(owner: $owner, name: $repo) {
      discussions(first: ${first}, orderBy: { field: ${order}, direction: DESC }) { nodes { ${fields} } }
    }
  }`

const NEWEST = query("CREATED_AT", 50, DISCUSSION)
const COMMENTS = query(
  "UPDATED_AT",
  20,
  `${DISCUSSION} comments(last: 20) { nodes { ${COMMENT} replies(last: 10) { nodes { ${COMMENT} } } } }`
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
const CommentsAnswer = answerOf({
  ...discussionFields,
  comments: nodesOf(Schema.Struct({ ...commentFields, replies: nodesOf(Schema.Struct(commentFields)) }))
})

type CommentNode = Schema.Struct<typeof commentFields>["Type"]
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

const noRepository = (name: string, { owner, repo }: DiscussionQuery) =>
  failed(name, {
    _tag: "NotFound",
    what: `There is no repository ${owner}/${repo}, or the account's token may not see it.`,
    remedy: { to: "checkNames" }
  })

export const make = (http: Http): Discussions => {
  const reading = <A>(
    name: string,
    document: string,
    schema: Schema.Codec<
      { readonly repository: { readonly discussions: { readonly nodes: ReadonlyArray<A> } } | null },
      unknown
    >
  ) => {
    const decode = decoder(name, schema)
    return Effect.fnUntraced(function* ({ owner, repo }: DiscussionQuery) {
      const body = yield* http.graphql(name, document, { owner, repo }, { owner, repo })
      const { repository } = yield* decode({ body })
      return repository === null ? yield* noRepository(name, { owner, repo }) : repository.discussions.nodes
    })
  }
  const readNewest = reading(newest.name, NEWEST, NewestAnswer)
  const readComments = reading(newestComments.name, COMMENTS, CommentsAnswer)
  return {
    newest: Operation.method(newest, (input) => Effect.map(readNewest(input), (nodes) => nodes.map(discussionOf))),
    newestComments: Operation.method(newestComments, (input) =>
      Effect.map(readComments(input), (nodes) =>
        nodes.flatMap((node) => {
          const discussion = discussionOf(node)
          const comments = node.comments.nodes.flatMap((comment) => [
            commentOf(comment, undefined),
            ...comment.replies.nodes.map((reply) => commentOf(reply, comment))
          ])
          return comments.map((comment) => ({ discussion, comment }))
        })
      )
    )
  }
}

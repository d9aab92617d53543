/**
 * Discussions. The service offers them only through GraphQL.
 * https://docs.github.com/en/graphql/guides/using-the-graphql-api-for-discussions
 */
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import {
  DiscussionList,
  DiscussionQuery,
  ThreadList,
  ThreadQuery,
  type Discussion,
  type DiscussionComment,
  type DiscussionThread
} from "../schema/Discussion.ts"
import { maybe } from "../schema/maybe.ts"
import { noEnd } from "../wire/pages.ts"
import type { Http } from "../wire/requests.ts"
import { decoder, operation, providerError } from "../wire/service.ts"

/** Discussions of a repository. */
export interface Discussions {
  /** The 50 most recently opened discussions, newest first; with `since` up to 1,000 that were opened since then. */
  readonly newest: (input: DiscussionQuery) => Effect.Effect<DiscussionList, ProviderError>
  /**
   * Reads the 20 most recently changed discussions, with the newest 20 comments of each and their newest 10 replies;
   * with `since` up to 200 that changed since then. Of a longer discussion that changed since the time given, it reads
   * the newest 100 of both.
   */
  readonly newestComments: (input: ThreadQuery) => Effect.Effect<ThreadList, ProviderError>
}

export const newest = operation({
  name: "discussions.newest",
  input: DiscussionQuery,
  output: DiscussionList
})

export const newestComments = operation({
  name: "discussions.newestComments",
  input: ThreadQuery,
  output: ThreadList
})

const TEXT = `databaseId body url createdAt author { __typename login }`
const DISCUSSION = `${TEXT} number title category { name }`
const COMMENT = `${TEXT} updatedAt`

const query = (order: string, first: number, fields: string) =>
  `query($owner: String!, $repo: String!, $followRenames: Boolean!, $after: String) {
    repository(owner: $owner, name: $repo, followRenames: $followRenames) {
      discussions(first: ${first}, after: $after, orderBy: { field: ${order}, direction: DESC }) {
        pageInfo { hasNextPage endCursor } nodes { ${fields} }
      }
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

/** GraphQL leaves out the end of an app's login, which the service has everywhere else. */
const Author = Schema.NullOr(Schema.Struct({ __typename: maybe(Schema.String), login: Schema.String }))
const commentFields = {
  databaseId: Schema.NullOr(Schema.Int),
  body: Schema.String,
  url: Schema.String,
  createdAt: Schema.String,
  author: Author
}
const PageInfo = Schema.Struct({ hasNextPage: Schema.Boolean, endCursor: Schema.NullOr(Schema.String) })
const discussionFields = {
  ...commentFields,
  number: Schema.Int,
  title: Schema.String,
  category: Schema.NullOr(Schema.Struct({ name: Schema.String }))
}
const answerOf = <A, E>(node: Schema.Codec<A, E>) =>
  Schema.Struct({
    repository: Schema.NullOr(
      Schema.Struct({ discussions: Schema.Struct({ pageInfo: PageInfo, nodes: Schema.Array(node) }) })
    )
  })

const NewestAnswer = answerOf(Schema.Struct(discussionFields))
const lastOf = <A, E>(node: Schema.Codec<A, E>) =>
  Schema.Struct({ pageInfo: Schema.Struct({ hasPreviousPage: Schema.Boolean }), nodes: Schema.Array(node) })
const changeableFields = { ...commentFields, updatedAt: Schema.String }
const threadFields = {
  ...discussionFields,
  updatedAt: Schema.String,
  comments: lastOf(Schema.Struct({ ...changeableFields, replies: lastOf(Schema.Struct(changeableFields)) }))
}
const CommentsAnswer = answerOf(Schema.Struct(threadFields))

type CommentNode = Schema.Struct<typeof commentFields>["Type"]
type ThreadNode = Schema.Struct<typeof threadFields>["Type"]
type DiscussionNode = Schema.Struct<typeof discussionFields>["Type"]

type Identified<N> = N & { readonly databaseId: number }

/** Without an id, a text could not be recognised in the service's events. */
const hasId = <N extends CommentNode>(node: N): node is Identified<N> => node.databaseId !== null

/** What a discussion and a comment have in common, in the form that the service's webhooks use. */
const textOf = ({ databaseId, body, url, author, createdAt }: Identified<CommentNode>) => ({
  id: databaseId,
  body,
  html_url: url,
  user: author && { login: author.login + (author.__typename === "Bot" ? "[bot]" : "") },
  created_at: createdAt
})

const discussionOf = (node: Identified<DiscussionNode>): Discussion => ({
  ...textOf(node),
  number: node.number,
  title: node.title,
  category: node.category
})

const commentOf = (node: Identified<CommentNode>, parent?: CommentNode): DiscussionComment => ({
  ...textOf(node),
  parent_id: parent?.databaseId ?? null
})

/** Whether the discussion has earlier comments or replies than those that were read. */
const hasEarlier = ({ comments: { nodes: all, pageInfo } }: ThreadNode): boolean =>
  pageInfo.hasPreviousPage || all.some(({ replies }) => replies.pageInfo.hasPreviousPage)

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
    ({ nodes: all, pageInfo }) =>
      pageInfo.hasPreviousPage && all.every(({ createdAt }) => Date.parse(createdAt) >= sinceMillis)
  )
  const lastRead = Math.max(...lists.flatMap(({ nodes: all }) => all.map(({ updatedAt }) => Date.parse(updatedAt))))
  return isAllNew || lastRead + SECOND_MILLIS < Date.parse(node.updatedAt)
}

const threadOf = (node: Identified<ThreadNode>, sinceMillis: number): DiscussionThread => ({
  discussion: discussionOf(node),
  updated_at: node.updatedAt,
  comments: node.comments.nodes
    .filter(hasId)
    .flatMap((comment) => [
      commentOf(comment),
      ...comment.replies.nodes.filter(hasId).map((reply) => commentOf(reply, comment))
    ]),
  may_have_more: mayHaveMore(node, sinceMillis)
})

/** Pages that are read back to `since`. */
const MAX_PAGES = { newest: 20, newestComments: 10 } as const

interface Connection<A> {
  readonly pageInfo: typeof PageInfo.Type
  readonly nodes: ReadonlyArray<A>
}

export const make = (http: Http): Discussions => {
  /** Makes a function that reads one page of discussions. */
  const reading = <A>(
    name: string,
    schema: Schema.Codec<{ readonly repository: { readonly discussions: Connection<A> } | null }, unknown>
  ) => {
    const decode = decoder(name, schema)
    return Effect.fnUntraced(function* ({ owner, repo }: DiscussionQuery, document: string, after: string | null) {
      const variables = { owner, repo, after, followRenames: http.followRenames }
      const { data: body, isPartial } = yield* http.graphql(name, document, variables, { owner, repo })
      const { repository } = yield* decode({ body })
      if (repository === null) {
        return yield* providerError(name, {
          _tag: "NotFound",
          what: `There is no repository ${owner}/${repo}, or the account's token may not see it.`,
          remedy: { to: "checkNames" }
        })
      }
      const leavesOut = JSON.stringify(body).includes('"databaseId":null')
      return { ...repository.discussions, isPartial: isPartial || leavesOut }
    })
  }

  /** Reads pages, newest first, until one ends with a discussion from before `since`; one page without it. */
  const readBack = <A, R>(
    name: keyof typeof MAX_PAGES,
    since: string | undefined,
    timeOf: (node: A) => string,
    readPage: (
      after: string | null
    ) => Effect.Effect<Connection<A> & { readonly isPartial: boolean; readonly read: ReadonlyArray<R> }, ProviderError>
  ) =>
    Effect.gen(function* () {
      const items: Array<R> = []
      const cursors = new Set<string | null>([null])
      let isPartial = false
      for (let after: string | null = null; ;) {
        const page: Effect.Success<ReturnType<typeof readPage>> = yield* readPage(after)
        items.push(...page.read)
        isPartial ||= page.isPartial
        const last = page.nodes.at(-1)
        const isRead = last !== undefined && since !== undefined && Date.parse(timeOf(last)) < Date.parse(since)
        const { endCursor, hasNextPage } = page.pageInfo
        const isEnd = !hasNextPage || isRead || since === undefined
        if (isEnd || cursors.size === MAX_PAGES[name])
          return { items, may_have_more: !isEnd, has_unreadable: isPartial }
        if (endCursor === null || cursors.has(endCursor)) {
          return yield* noEnd(`discussions.${name}`, "links back to a page that was already read")
        }
        cursors.add(endCursor)
        after = endCursor
      }
    })

  const readNewest = reading(newest.name, NewestAnswer)
  const readComments = reading(newestComments.name, CommentsAnswer)

  /** Reads a page of discussions, and more of the long ones that changed. */
  const readThreads = (input: ThreadQuery) =>
    Effect.fnUntraced(function* (after: string | null) {
      const page = yield* readComments(input, comments(20, 20, 10), after)
      const lastChange = Math.max(...page.nodes.map(({ updatedAt }) => Date.parse(updatedAt)))
      const sinceMillis = input.since === undefined ? lastChange - RECENT_MILLIS : Date.parse(input.since)
      const longCount =
        page.nodes.findLastIndex((node) => hasEarlier(node) && Date.parse(node.updatedAt) >= sinceMillis) + 1
      const deeper = longCount === 0 ? undefined : yield* readComments(input, comments(longCount, 100, 100), after)
      const nodes = [...page.nodes, ...(deeper?.nodes ?? [])].filter(hasId)
      const all = new Map(nodes.map((node) => [node.databaseId, node]))
      const read = [...all.values()].map((node) => threadOf(node, sinceMillis))
      return { ...page, isPartial: page.isPartial || deeper?.isPartial === true, read }
    })

  return {
    newest: Operation.method(newest, (input) =>
      readBack(
        "newest",
        input.since,
        (node: DiscussionNode) => node.createdAt,
        (after) =>
          Effect.map(readNewest(input, NEWEST, after), (page) => ({
            ...page,
            read: page.nodes.filter(hasId).map(discussionOf)
          }))
      )
    ),
    newestComments: Operation.method(newestComments, (input) =>
      readBack("newestComments", input.since, (node: ThreadNode) => node.updatedAt, readThreads(input))
    )
  }
}

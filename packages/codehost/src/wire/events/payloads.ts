/**
 * The payloads that triggers read, by the name of their event:
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads. Only the fields that a trigger reads are decoded, so
 * new or missing fields elsewhere do not cause a failure.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Struct from "effect/Struct"

import { Discussion, DiscussionComment } from "../../schema/Discussion.ts"
import { Issue, Label, Milestone } from "../../schema/Issue.ts"
import { maybe } from "../../schema/maybe.ts"
import { PullRequest } from "../../schema/PullRequest.ts"
import { Release } from "../../schema/Release.ts"
import { Repository } from "../../schema/Repository.ts"
import { Review } from "../../schema/Review.ts"
import { Team, User } from "../../schema/User.ts"
import { PushedCommit } from "./pushes.ts"
import { Card, Fork, Job, Run, ThreadComment } from "./records.ts"

/** The user who caused an event; absent if the service itself did. */
const sender = maybe(Schema.Struct({ login: Schema.String }))

/** In a push event, the times of the repository are seconds since 1970. */
const time = maybe(Schema.Union([Schema.String, Schema.Finite]))

/** Fields of every event in a repository. */
const inRepository = {
  action: maybe(Schema.String),
  repository: Schema.Struct({
    id: Schema.Int,
    full_name: Schema.String,
    html_url: Schema.String,
    pushed_at: time,
    updated_at: time
  }),
  sender
}

/**
 * A list whose items may be null, such as users whose account was deleted, by the published description of the events.
 * They are dropped.
 */
const listed = <A, E>(item: Schema.Codec<A, E>) =>
  maybe(
    Schema.Array(Schema.NullOr(item)).pipe(
      Schema.decodeTo(
        Schema.Array(Schema.toType(item)),
        SchemaTransformation.transform({
          decode: (items: ReadonlyArray<A | null>): ReadonlyArray<A> => items.filter((one) => one !== null),
          encode: (items: ReadonlyArray<A>): ReadonlyArray<A | null> => items
        })
      )
    )
  )

const commented = Schema.Struct({ ...inRepository, comment: ThreadComment })

const before = maybe(Schema.Struct({ from: maybe(Schema.String) }))
const after = maybe(Schema.Struct({ to: maybe(Schema.String) }))

/** Details of a change of an issue or a pull request. */
const details = {
  label: maybe(Label),
  assignee: maybe(User),
  milestone: maybe(Milestone),
  changes: maybe(
    Schema.Struct({
      title: before,
      body: before,
      base: maybe(Schema.Unknown),
      /** Where an issue was before it was transferred. */
      old_issue: maybe(Schema.Struct({ number: Schema.Int })),
      old_repository: maybe(Schema.Struct({ full_name: Schema.String }))
    })
  )
}

/** The lists of an issue or a pull request. Those that no trigger reads, such as its reviewers, are left out. */
const lists = { labels: listed(Schema.Union([Label, Schema.String])), assignees: listed(User) }

const schemas = {
  issues: Schema.Struct({ ...inRepository, ...details, issue: Schema.Struct({ ...Issue.fields, ...lists }) }),
  pull_request: Schema.Struct({
    ...inRepository,
    ...details,
    pull_request: Schema.Struct({
      ...Struct.omit(PullRequest.fields, ["requested_reviewers", "requested_teams"]),
      ...lists,
      labels: listed(Label)
    }),
    requested_reviewer: maybe(User),
    requested_team: maybe(Team)
  }),
  issue_comment: commented,
  pull_request_review_comment: commented,
  pull_request_review: Schema.Struct({
    ...inRepository,
    review: Review,
    pull_request: Schema.Struct({
      number: Schema.Int,
      title: Schema.String,
      base: Schema.Struct({ ref: Schema.String })
    })
  }),
  discussion: Schema.Struct({ ...inRepository, discussion: Discussion }),
  discussion_comment: Schema.Struct({ ...inRepository, discussion: Discussion, comment: DiscussionComment }),
  /** If its commits are `MOST_PUSHED`, it does not say whether there are more. */
  push: Schema.Struct({
    ...inRepository,
    ref: Schema.String,
    before: Schema.String,
    after: Schema.String,
    created: Schema.Boolean,
    deleted: Schema.Boolean,
    forced: Schema.Boolean,
    compare: Schema.String,
    commits: Schema.Array(PushedCommit),
    head_commit: maybe(Schema.Struct({ id: Schema.String })),
    pusher: maybe(Schema.Struct({ name: maybe(Schema.String) }))
  }),
  /** For a branch or a tag. */
  create: Schema.Struct({ ...inRepository, ref: Schema.String, ref_type: Schema.String }),
  fork: Schema.Struct({ ...inRepository, forkee: Fork }),
  /** `starred_at` is null if the star was removed. */
  star: Schema.Struct({ ...inRepository, starred_at: maybe(Schema.String), sender: User }),
  /** A user accepted an invitation or was added by the organization. Null if the account was deleted. */
  member: Schema.Struct({
    ...inRepository,
    member: Schema.NullOr(User),
    changes: maybe(Schema.Struct({ permission: after, role_name: after }))
  }),
  release: Schema.Struct({
    ...inRepository,
    release: Schema.Struct({ ...Struct.omit(Release.fields, ["assets"]), created_at: maybe(Schema.String) })
  }),
  repository: Schema.Struct({ action: maybe(Schema.String), sender, repository: Repository }),
  workflow_run: Schema.Struct({ ...inRepository, workflow_run: Run }),
  workflow_job: Schema.Struct({ ...inRepository, workflow_job: Job }),
  /** Older payloads name neither the field nor its values. */
  projects_v2_item: Schema.Struct({
    action: Schema.String,
    organization: Schema.Struct({ login: Schema.String }),
    sender,
    projects_v2_item: Schema.Struct({
      id: Schema.Int,
      node_id: Schema.String,
      project_node_id: maybe(Schema.String),
      content_node_id: maybe(Schema.String),
      content_type: Schema.String,
      updated_at: Schema.String
    }),
    /** Without a field's value, another part of the item was changed, such as a draft's body. */
    changes: Schema.Struct({
      field_value: maybe(
        Schema.Struct({
          field_type: Schema.String,
          field_name: maybe(Schema.String),
          project_number: maybe(Schema.Int),
          from: maybe(Schema.Unknown),
          to: maybe(Schema.Unknown)
        })
      )
    })
  }),
  /** From servers that still have classic boards. */
  project_card: Schema.Struct({
    action: Schema.String,
    sender,
    project_card: Schema.Struct({ ...Card.fields, column_id: Schema.Int }),
    changes: maybe(Schema.Struct({ column_id: maybe(Schema.Struct({ from: Schema.Int })) }))
  })
}

export type EventName = keyof typeof schemas
export type PayloadOf<E extends EventName> = (typeof schemas)[E]["Type"]

const decoders: ReadonlyMap<string, (body: unknown) => Option.Option<unknown>> = new Map(
  Object.entries(schemas).map(([name, schema]) => [name, Schema.decodeUnknownOption<Schema.Codec<unknown>>(schema)])
)

export const isEventName = (name: string): name is EventName => decoders.has(name)

/** Returns the payload of an event, or `undefined` if the body does not have the documented shape. */
export const payloadOf = <E extends EventName>(event: E, body: unknown) =>
  Option.getOrUndefined(decoders.get(event)?.(body) ?? Option.none()) as PayloadOf<E> | undefined

/** What is made of the payloads of some events, by event. */
export type OfEvents<A, Rest extends ReadonlyArray<unknown> = []> = {
  readonly [E in EventName]?: (payload: PayloadOf<E>, ...rest: Rest) => A
}

/** Returns what is made of an event, or `undefined` if that is nothing, or its payload cannot be read. */
export const fromEvent = <A, Rest extends ReadonlyArray<unknown>>(
  makers: OfEvents<A, Rest>,
  { name, body }: { readonly name: string; readonly body: unknown },
  ...rest: Rest
): A | undefined => {
  if (!isEventName(name) || !Object.hasOwn(makers, name)) return undefined
  const payload = payloadOf(name, body)
  return payload === undefined ? undefined : makers[name]?.(payload as never, ...rest)
}

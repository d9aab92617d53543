import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { eventFields } from "../schema/events/IssueEvent.ts"
import { maybe } from "../schema/maybe.ts"
import { fullName, inRepository, segments } from "../wire/endpoint.ts"
import type { PayloadOf } from "../wire/events/payloads.ts"
import { refName } from "../wire/events/pushes.ts"
import { newAmong } from "./parts/cursors.ts"
import { refs } from "./parts/filters.ts"
import { readList } from "./parts/lists.ts"
import { present, timeOf, type Fact } from "./parts/occurrences.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const NewTag = Schema.Struct({
  ...eventFields,
  /** Login of the user who pushed the tag; only present in events from webhooks. */
  actor: eventFields.actor,
  /** Page of the tag; only present in events from webhooks. */
  url: eventFields.url,
  tag: Schema.String,
  /** The tagged commit. `push` events include it, `create` events do not. */
  sha: Schema.optionalKey(Schema.String)
})
type NewTag = typeof NewTag.Type

const Tag = Schema.Struct({
  name: Schema.String,
  commit: Schema.Struct({ sha: Schema.String, url: maybe(Schema.String) })
})

/** The repository's name in the address of a commit: its current one, which events have, too. */
const nameIn = (url: string | null | undefined) => /\/repos\/([^/]+\/[^/]+)\/commits\//.exec(url ?? "")?.[1]

/**
 * The id is the tag's name: neither `create` events nor the list of tags has more, and both may report the same tag.
 */
const factOf = (data: NewTag, at: string): Fact<NewTag> => ({
  id: `${data.repository} `.toLowerCase() + data.tag,
  at,
  data
})

/** What `push` and `create` events have in common. */
type TagPayload = Pick<PayloadOf<"push" | "create">, "repository" | "sender">

const payloadFact = ({ repository, sender }: TagPayload, tag: string, receivedAt: string | undefined, sha?: string) => {
  const url = `${repository.html_url}/tree/${segments(tag)}`
  return factOf(
    { repository: repository.full_name, ...present({ actor: sender?.login, sha }), url, tag },
    timeOf(repository.pushed_at) ?? receivedAt ?? ""
  )
}

export const newTag = repositoryTrigger<NewTag>({
  id: "codehost_new_tag",
  title: "New tag",
  category: "Repository",
  description: "A tag has been pushed. A tag that is deleted and pushed again does not count.",
  output: NewTag,
  filters: { tag: refs("tag", "Name or pattern, e.g. v1.*", ({ tag }: NewTag) => tag) },
  on: {
    push: (push, _watcher, receivedAt) => {
      const ref = refName(push.ref)
      // Of an annotated tag, the commit that it points at; `after` is the hash of the tag itself.
      const sha = push.head_commit?.id ?? push.after
      return push.created && ref?.type === "tag" ? payloadFact(push, ref.name, receivedAt, sha) : undefined
    },
    create: (created, _watcher, receivedAt) =>
      created.ref_type === "tag" ? payloadFact(created, created.ref, receivedAt) : undefined
  },
  // For more than three tags pushed at once, the service sends no event.
  // https://docs.github.com/en/webhooks/webhook-events-and-payloads#create
  pollFrom: { source: "tags", besideHookSeconds: 600 },
  poll: (where, { operation, cursor, occurrence }) =>
    Effect.map(
      readList({ operation, endpoint: inRepository(where, "/tags?per_page=100"), item: Tag }),
      ({ items, at, ...read }) =>
        newAmong(
          cursor,
          items.map(({ value: { name, commit }, raw }) => ({
            id: name,
            toOccurrence: () => {
              const data = { repository: nameIn(commit.url) ?? fullName(where), sha: commit.sha, tag: name }
              return occurrence(factOf(data, at), raw)
            }
          })),
          read
        )
    )
})

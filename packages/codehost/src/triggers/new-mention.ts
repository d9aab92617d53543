import type { Watcher } from "@inlay/agent-plugin/Trigger"
import { invalid } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { bodyFields, eventFields } from "../schema/events/IssueEvent.ts"
import * as Names from "../schema/names.ts"
import { mentions } from "../wire/mentions.ts"
import { hasOneOf } from "../wire/reasons/rights.ts"
import { choice, inRepositoryFilters } from "./parts/filters.ts"
import { notificationTexts } from "./parts/notifications.ts"
import { present, textOf, type Fact } from "./parts/occurrences.ts"
import { ACCOUNT_PLACE, repositoryPlace } from "./parts/targets.ts"
import { repositoryTexts, textOfEvent, TEXT_EVENTS, WHERE, type AuthoredText } from "./parts/texts.ts"
import { exists, pollWay, triggerOf } from "./parts/trigger.ts"
import { hooksAt, hookWays } from "./parts/ways.ts"

const Mention = Schema.Struct({
  ...eventFields,
  /** The kind of text that contains the mention. */
  on: Schema.Literals(WHERE),
  /** Number of the issue, pull request or discussion. */
  number: Schema.optionalKey(Schema.Int),
  title: Schema.optionalKey(Schema.String),
  ...bodyFields
})
type Mention = typeof Mention.Type

const factOf = ({ id, at, repository, actor, url, on, number, title, body }: AuthoredText): Fact<Mention> => ({
  id,
  at,
  data: { repository, ...present({ actor, url, number, title }), on, ...textOf(body) },
  causes: [url]
})

/** Whether somebody else mentions the account: users who mention themselves do not trigger an event. */
const isMention = ({ title, body, actor, includesTitle }: AuthoredText, { login }: Watcher): boolean =>
  actor?.toLowerCase() !== login.toLowerCase() &&
  (mentions(body, login) || (includesTitle === true && mentions(title, login)))

const hooks = hookWays(TEXT_EVENTS)
const repositoryPoll = pollWay({ source: "texts" })
const notifications = pollWay({ source: "notifications", needs: ["scope notifications or repo of a classic token"] })

/** The notifications endpoint refuses tokens that have permissions instead of scopes. */
const readsNotifications = ({ scopes }: Watcher) => hasOneOf(scopes, ["notifications", "repo"])

/** Fails if a repository is named by half. */
const hasBothOrNone = ({ owner, repo }: { readonly owner: string | undefined; readonly repo: string | undefined }) =>
  (owner === undefined) === (repo === undefined)
    ? Effect.void
    : Effect.fail(
        invalid("codehost", "codehost_new_mention", [
          { field: owner === undefined ? "target.owner" : "target.repo", message: "is missing" }
        ])
      )

export const newMention = triggerOf({
  id: "codehost_new_mention",
  title: "New mention",
  category: "Collaboration",
  description:
    "Somebody has mentioned the connected account by @login in an issue, pull request, review, discussion or comment.",
  output: Mention,
  target: Schema.Struct({
    owner: Schema.optionalKey(Names.name("Without owner and repo: wherever the account is notified")),
    repo: Schema.optionalKey(Names.name())
  }),
  place: ({ owner, repo }) =>
    owner === undefined || repo === undefined ? ACCOUNT_PLACE : repositoryPlace(owner, repo),
  filters: {
    ...inRepositoryFilters,
    on: choice("place of the mention", WHERE, ({ on }: Mention) => on)
  },
  possible: [...hooks, repositoryPoll, notifications],
  ways: ({ owner, repo }, watcher) => {
    if (owner === undefined || repo === undefined) return readsNotifications(watcher) ? [notifications] : []
    return [...hooksAt(hooks, owner, repo), repositoryPoll]
  },
  match: (event, watcher) => {
    const text = textOfEvent(event)
    return text !== undefined && isMention(text, watcher) ? factOf(text) : undefined
  },
  check: ({ owner, repo }) =>
    owner !== undefined && repo !== undefined ? exists({ owner, repo }) : hasBothOrNone({ owner, repo }),
  poll: ({ owner, repo }, { operation, cursor, watcher, occurrence }) => {
    const isNews = (text: AuthoredText) => isMention(text, watcher)
    const isNotified = owner === undefined || repo === undefined
    const read = isNotified
      ? notificationTexts(operation, cursor, isNews)
      : repositoryTexts(operation, { owner, repo }, cursor)
    return Effect.map(Effect.andThen(hasBothOrNone({ owner, repo }), read), ({ occurrences, ...rest }) => ({
      ...rest,
      occurrences: occurrences
        .filter(({ data }) => isNotified || isNews(data))
        .map(({ data, raw }) => occurrence(factOf(data), raw))
    }))
  }
})

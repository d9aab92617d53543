/** The triggers that start agents in a repository, at the hub: lists, tries and adds them, and repeats deliveries. */
import * as Effect from "effect/Effect"

import { malformed } from "../../../messaging/own-failures.ts"
import type { HandlersOf } from "../../../messaging/router.ts"
import { isObject, isText } from "../../../messaging/shape.ts"
import { idAtHub, nameAtHub, wayOf } from "../../../messaging/way.ts"
import { api } from "../../../providers/hub/api.ts"
import { Hub } from "../../../providers/hub/Hub.ts"
import type { HubRequests } from "../../hub/requests.ts"
import { keepSecret } from "../added-secret.ts"
import { keyFor, type RepositoryRef, type RepositoryRequests, type NewSubscription } from "../requests.ts"
import { sendDraft } from "./changes.ts"
import { nameOf } from "./reads.ts"
import { PLUGIN } from "./service.ts"

type Names = "repositoryTriggers" | "triggerChoices" | "triggerFilters" | "tryTrigger" | "addTrigger" | "sendAgain"

const isSame = (a: unknown, b: string): boolean => isText(a) && a.toLowerCase() === b.toLowerCase()

/** Whether a subscription's target is the repository, or all of its owner's repositories. */
const concerns = (target: unknown, { owner, repo }: RepositoryRef): boolean =>
  isObject(target) && isSame(target["owner"], owner) && (target["repo"] === undefined || isSame(target["repo"], repo))

const titleOf = (data: unknown): string => {
  const fields = isObject(data) ? data : {}
  const texts = ["title", "name", "message", "branch", "tag", "url"].map((name) => fields[name])
  return texts.filter(isText).find(Boolean)?.slice(0, 200) ?? ""
}

/** @param all reads the hub's triggers, as `features/hub` does */
export const make = Effect.fnUntraced(function* (all: HandlersOf<Pick<HubRequests, "triggers">>["triggers"]) {
  const hub = yield* Hub

  const bodyOf = (subscription: NewSubscription) =>
    wayOf(subscription) === "hub"
      ? Effect.succeed({
          trigger: subscription.trigger,
          account: idAtHub(subscription),
          target: nameOf(subscription),
          filters: subscription.filters
        })
      : Effect.fail(malformed)

  return {
    repositoryTriggers: Effect.fnUntraced(function* (ref) {
      if (wayOf(ref) === "direct") return { triggers: null }
      const { triggers } = yield* all({ account: idAtHub(ref) })
      return { triggers: triggers.filter(({ target }) => concerns(target, ref)) }
    }),
    triggerChoices: Effect.fnUntraced(function* (ref) {
      const { triggers } = yield* hub.ask(api.triggers)
      const name = nameAtHub(ref)
      return {
        choices: triggers
          .filter(({ plugin, accounts }) => plugin === PLUGIN && accounts.includes(name))
          .map(({ id, title }) => ({ id, title }))
      }
    }),
    triggerFilters: ({ trigger }) =>
      Effect.map(hub.ask(api.trigger, { id: trigger }), ({ targetSchema, filtersSchema }) => ({
        targetSchema,
        filtersSchema
      })),
    tryTrigger: Effect.fnUntraced(function* (subscription) {
      const { events, starting } = yield* hub.ask(api.try, { body: yield* bodyOf(subscription) })
      return {
        events: events.map(({ timestamp, data, starts, why }) => ({
          at: timestamp,
          title: titleOf(data),
          starts,
          why
        })),
        starting
      }
    }),
    addTrigger: Effect.fnUntraced(function* ({ url, ...subscription }) {
      const body = { ...(yield* bodyOf(subscription)), url }
      const added = Effect.tap(hub.ask(api.subscribe, { body }), ({ secret }) =>
        Effect.promise(() => keepSecret({ ...subscription, url, secret }))
      )
      const { secret } = yield* sendDraft(keyFor("trigger", subscription), added)
      return { secret }
    }),
    sendAgain: ({ delivery }) =>
      Effect.map(hub.ask(api.replay, { body: { ids: [delivery] } }), ({ replayed }) => ({
        sent: replayed
      }))
  } satisfies HandlersOf<Pick<RepositoryRequests, Names>>
})

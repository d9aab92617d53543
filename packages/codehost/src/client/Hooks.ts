/**
 * Hooks of repositories and organizations, and their delivery logs. https://docs.github.com/en/rest/repos/webhooks,
 * https://docs.github.com/en/rest/orgs/webhooks
 */
import * as Operation from "@inlay/core-http/Operation"
import * as Paging from "@inlay/core-http/Paging"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as Redaction from "@inlay/core-http/Redaction"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import {
  DeliveryName,
  DeliveryQuery,
  Hook,
  HookChange,
  HookDelivery,
  HookName,
  HookPlace,
  NewHook,
  SentDelivery
} from "../schema/Hook.ts"
import { withQuery } from "../wire/endpoint.ts"
import { readAll } from "../wire/lists.ts"
import { noEnd } from "../wire/pages.ts"
import { byOutput, byStatus, explain, reader, type Http } from "../wire/requests.ts"
import { decoder, operation } from "../wire/service.ts"

/** Hooks of a repository or an organization. */
export interface Hooks {
  /** `GET .../hooks`, all pages. */
  readonly list: (input: HookPlace) => Effect.Effect<ReadonlyArray<Hook>, ProviderError>
  /** `POST .../hooks`. Fails with `Conflict` if 20 hooks already listen to one of the events. */
  readonly create: (input: NewHook) => Effect.Effect<Hook, ProviderError>
  /** `PATCH .../hooks/{hook_id}`: sets address, events and secret, and activates the hook. */
  readonly update: (input: HookChange) => Effect.Effect<Hook, ProviderError>
  /** `DELETE .../hooks/{hook_id}`. */
  readonly delete: (input: HookName) => Effect.Effect<{ readonly deleted: true }, ProviderError>
  /** `GET .../hooks/{hook_id}/deliveries`: newest first, from the last three days. */
  readonly deliveries: (
    input: DeliveryQuery
  ) => Effect.Effect<{ readonly items: ReadonlyArray<HookDelivery>; readonly next?: string }, ProviderError>
  /** `GET .../hooks/{hook_id}/deliveries/{delivery_id}`: includes the headers and the payload that were sent. */
  readonly delivery: (input: DeliveryName) => Effect.Effect<SentDelivery, ProviderError>
  /** `POST .../hooks/{hook_id}/deliveries/{delivery_id}/attempts`. */
  readonly redeliver: (input: DeliveryName) => Effect.Effect<{ readonly accepted: true }, ProviderError>
}

export const list = operation({ name: "hooks.list", input: HookPlace, output: Schema.Array(Hook) })
export const create = operation({ name: "hooks.create", input: NewHook, output: Hook })
export const update = operation({ name: "hooks.update", input: HookChange, output: Hook })
export const remove = operation({
  name: "hooks.delete",
  input: HookName,
  output: Schema.Struct({ deleted: Schema.Literal(true) })
})
export const deliveries = operation({
  name: "hooks.deliveries",
  input: DeliveryQuery,
  output: Schema.Struct({ items: Schema.Array(HookDelivery), next: Schema.optionalKey(Schema.String) })
})
export const delivery = operation({ name: "hooks.delivery", input: DeliveryName, output: SentDelivery })
export const redeliver = operation({
  name: "hooks.redeliver",
  input: DeliveryName,
  output: Schema.Struct({ accepted: Schema.Literal(true) })
})

const at = ({ owner, repo }: HookPlace, rest = ""): string =>
  `${repo === undefined ? `/orgs/${owner}` : `/repos/${owner}/${repo}`}/hooks${rest}`

const nameOf = ({ owner, repo }: HookPlace): string => (repo === undefined ? owner : `${owner}/${repo}`)

const bodyOf = ({ url, events, secret }: NewHook) => ({
  active: true,
  events,
  config: { url, content_type: "json", insecure_ssl: "0", secret: Redacted.value(secret) }
})

/** The service allows 20 hooks per event and place. */
const TOO_MANY_HOOKS = /cannot have more than (\d+) hooks/i

const full = (place: HookPlace, reason: Extract<Reason, { _tag: "Invalid" }>): Reason => {
  const [, limit] = TOO_MANY_HOOKS.exec(reason.what) ?? []
  return limit === undefined
    ? reason
    : {
        _tag: "Conflict",
        what: `${nameOf(place)} already has ${limit} hooks for one of the events, which is the maximum.`,
        because: "rules",
        remedy: { to: "changeState" },
        nothing: "changed"
      }
}

/**
 * The reason of a 404 for hooks: the service sends it to accounts that may not see the hooks, as well as for a place
 * that does not exist.
 */
const hiddenReason = (place: HookPlace): Reason => {
  const needs = place.repo === undefined ? "owner of the organization" : "admin of the repository"
  return {
    _tag: "Forbidden",
    what: `The service shows no hooks of ${nameOf(place)} to this account: it is not its ${needs.split(" ", 1)[0]}, or ${nameOf(place)} does not exist.`,
    remedy: { to: "ask", whom: "administrator", needs },
    needs
  }
}

/**
 * Removes a hook's secret from errors. The client already redacts the account's own secrets, but it does not know this
 * one.
 */
const withoutSecret =
  (secret: Redacted.Redacted) =>
  <A>(call: Effect.Effect<A, ProviderError>): Effect.Effect<A, ProviderError> =>
    Effect.mapError(call, ({ operation: name, outcome, provider, reason }) => {
      const clean = Redaction.make([secret]).json(reason)
      return new ProviderError({ provider, operation: name, reason: clean, ...(outcome !== undefined && { outcome }) })
    })

const DELIVERIES_PER_PAGE = 100

/** The id of a delivery as it is read: a number, or the text of one that is too long. */
const wireId = { id: Schema.Union([Schema.Int, HookDelivery.fields.id]) }

const withTextId = <A extends { readonly id: number | string }>(one: A) => ({ ...one, id: String(one.id) })

export const make = (http: Http): Hooks => {
  const readHooks = readAll(http, list.name, { item: Hook, endpoint: (place: HookPlace) => at(place) })
  const readLog = decoder(deliveries.name, Schema.Array(Schema.Struct({ ...HookDelivery.fields, ...wireId })))
  const readDelivery = reader(http, delivery.name, Schema.Struct({ ...SentDelivery.fields, ...wireId }))
  const createHook = byOutput(http, create, (input) => ({
    method: "POST",
    endpoint: at(input),
    lookAt: `the hooks of ${nameOf(input)}`,
    body: { name: "web", ...bodyOf(input) }
  }))
  const updateHook = byOutput(http, update, (input) => ({
    method: "PATCH",
    endpoint: at(input, `/${input.hook_id}`),
    lookAt: `hook ${input.hook_id} of ${nameOf(input)}`,
    body: bodyOf(input)
  }))
  return {
    list: Operation.method(list, (place) => readHooks(place).pipe(explain("NotFound", () => hiddenReason(place)))),
    create: (input) =>
      createHook(input).pipe(
        explain("Invalid", (reason) => full(input, reason)),
        // A renamed repository's new name is reported, so that the caller can use it.
        explain("NotFound", (reason) => (reason.remedy?.to === "chooseName" ? reason : hiddenReason(input))),
        withoutSecret(input.secret)
      ),
    update: (input) => updateHook(input).pipe(withoutSecret(input.secret)),
    delete: byStatus(
      http,
      remove,
      (input) => ({
        method: "DELETE",
        endpoint: at(input, `/${input.hook_id}`),
        lookAt: `hook ${input.hook_id} of ${nameOf(input)}`
      }),
      { deleted: true } as const
    ),
    deliveries: Operation.method(
      deliveries,
      Effect.fnUntraced(function* ({ cursor, hook_id, ...place }: DeliveryQuery) {
        const answer = yield* http.call({
          operation: deliveries.name,
          method: "GET",
          endpoint: withQuery(at(place, `/${hook_id}/deliveries`), { per_page: DELIVERIES_PER_PAGE, cursor })
        })
        const items = yield* readLog(answer)
        const query = Paging.linkNext(answer.headers)
        const next = query === undefined || query === "unreadable" ? query : query.get("cursor")
        if (next === "unreadable" || next === null || (next !== undefined && next === cursor)) {
          return yield* noEnd(deliveries.name, "has a link to the next page that cannot be parsed")
        }
        return { items: items.map(withTextId), ...(next !== undefined && { next }) }
      })
    ),
    delivery: Operation.method(delivery, ({ hook_id, delivery_id, ...place }) =>
      Effect.map(
        readDelivery({ method: "GET", endpoint: at(place, `/${hook_id}/deliveries/${delivery_id}`) }),
        withTextId
      )
    ),
    redeliver: byStatus(
      http,
      redeliver,
      ({ hook_id, delivery_id, ...place }) => ({
        method: "POST",
        endpoint: at(place, `/${hook_id}/deliveries/${delivery_id}/attempts`),
        lookAt: `the deliveries of hook ${hook_id} of ${nameOf(place)}`
      }),
      { accepted: true } as const,
      202
    )
  }
}

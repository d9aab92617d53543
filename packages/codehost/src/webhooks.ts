/**
 * Webhooks of the service: https://docs.github.com/en/webhooks. Deliveries are signed with HMAC-SHA256 over the body
 * alone. Hooks belong to repositories and organizations; the service sends no events about users' own gists and
 * notifications.
 */
import { isHmacSha256, type Attempt, type Delivery, type Hook, type Webhooks } from "@inlay/agent-plugin/Webhooks"
import { isTextDeeperThan } from "@inlay/core-http/json-depth"
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { CodeHost } from "./client/CodeHost.ts"
import type { Hook as HookRecord, HookDelivery, HookPlace } from "./schema/Hook.ts"
import { placesOf } from "./wire/events/places.ts"
import { isReadable } from "./wire/events/readable.ts"
import { providerError } from "./wire/service.ts"

const MAX_BODY_BYTES = 25 * 1024 * 1024
/** Payloads nest a few levels. To parse 25 MB of brackets takes several seconds and more than a gigabyte. */
const MAX_LEVELS = 200

const unreadable = (what: string) =>
  providerError("webhook", {
    _tag: "Decode",
    what,
    remedy: { to: "checkAddress", of: "base", unchanged: "serviceChanged" }
  })

/** Returns the JSON text of a delivery. A form body holds it in the field `payload`. */
const textOf = (raw: Uint8Array, contentType: string | undefined): Result.Result<string, ProviderError> => {
  const text = Result.try(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw))
  if (Result.isFailure(text)) return Result.fail(unreadable("The delivery is not UTF-8."))
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType ?? "")) return Result.succeed(text.success)
  const field = new URLSearchParams(text.success).get("payload")
  return field === null ? Result.fail(unreadable("The delivery's form has no payload.")) : Result.succeed(field)
}

const bodyOf = (text: string): Result.Result<object, ProviderError> => {
  if (isTextDeeperThan(MAX_LEVELS, text)) return Result.fail(unreadable("The delivery nests too deep."))
  const body = Result.try((): unknown => JSON.parse(text))
  return Result.isSuccess(body) && typeof body.success === "object" && body.success !== null
    ? Result.succeed(body.success)
    : Result.fail(unreadable("The delivery is not a JSON object."))
}

const deliveryOf = (deliveryId: string, name: string, body: unknown): Delivery => ({
  deliveryId,
  event: { name, body },
  places: placesOf(body)
})

/** Parses a place: `repos/acme/widgets` or `orgs/acme`. */
const placeOf = (operation: string, place: string): Effect.Effect<HookPlace, ProviderError> => {
  const [kind, owner, repo, ...rest] = place.split("/")
  if (kind === "repos" && owner && repo && rest.length === 0) return Effect.succeed({ owner, repo })
  if (kind === "orgs" && owner && repo === undefined) return Effect.succeed({ owner })
  const message = "must be repos/<owner>/<repo> or orgs/<organization>"
  return Effect.fail(invalid("codehost", operation, [{ field: "place", message }]))
}

const noId = (operation: string, field: string) =>
  invalid("codehost", operation, [{ field, message: "must be a whole number above 0" }])

const hookInput = Effect.fnUntraced(function* (operation: string, place: string, hookId: string) {
  const where = yield* placeOf(operation, place)
  if (!/^[1-9]\d{0,15}$/.test(hookId) || !Number.isSafeInteger(Number(hookId))) return yield* noId(operation, "hookId")
  return { ...where, hook_id: Number(hookId) }
})

/** Ids of attempts stay text: they are past 2^53. */
const attemptNamed = Effect.fnUntraced(function* (operation: string, place: string, hookId: string, id: string) {
  const hook = yield* hookInput(operation, place, hookId)
  if (!/^[1-9]\d{0,18}$/.test(id)) return yield* noId(operation, "attemptId")
  return { ...hook, delivery_id: id }
})

const hookOf = ({ id, active, events, config }: HookRecord): Hook => ({
  id: String(id),
  url: config.url ?? "",
  events,
  isActive: active
})

const attemptOf = ({ id, guid, delivered_at, status_code }: HookDelivery): Attempt => ({
  id,
  deliveryId: guid,
  at: delivered_at,
  isDelivered: status_code >= 200 && status_code < 300
})

/**
 * Sends a change of a hook, and sends it again under the new name if its repository was renamed: the hook is named by
 * its id or address, so it is no other repository's.
 */
const following = <A>(
  place: string,
  send: (place: string) => Effect.Effect<A, ProviderError, CodeHost>
): Effect.Effect<A, ProviderError, CodeHost> =>
  send(place).pipe(
    Effect.catch((error) => {
      const { reason } = error
      const [name] = reason._tag === "NotFound" && reason.remedy?.to === "chooseName" ? reason.remedy.names : []
      return name === undefined ? Effect.fail(error) : send(`repos/${name}`)
    })
  )

export const webhooks: Webhooks<CodeHost> = {
  maxBodyBytes: MAX_BODY_BYTES,
  contentTypes: ["application/json", "application/x-www-form-urlencoded"],
  verify: (raw, headers, secrets) =>
    isHmacSha256(raw, /^sha256=([\da-f]{64})$/i.exec(headers["x-hub-signature-256"] ?? "")?.[1], secrets),
  isReadable,
  followsRename: (place) => place.startsWith("repos/"),
  read: (raw, headers) => {
    const { "x-github-event": name, "x-github-delivery": deliveryId, "content-type": contentType } = headers
    const hookId = headers["x-github-hook-id"]
    if (!name || !deliveryId) return Result.fail(unreadable("The delivery does not name its event or its id."))
    if (name === "ping") return Result.succeed("ping")
    return Result.map(Result.flatMap(textOf(raw, contentType), bodyOf), (body) => ({
      ...deliveryOf(deliveryId, name, body),
      ...(hookId !== undefined && { hookId })
    }))
  },
  list: (place) =>
    Effect.gen(function* () {
      const { hooks } = yield* CodeHost
      return (yield* hooks.list(yield* placeOf("hooks.list", place))).map(hookOf)
    }),
  put: (place, { id, url, events, secret }) =>
    following(place, (current) =>
      Effect.gen(function* () {
        const { hooks } = yield* CodeHost
        const where = yield* placeOf("hooks.put", current)
        const there = yield* hooks.list(where)
        const ownHook = there.find((hook) => String(hook.id) === id)
        // Adopt an existing hook with the same address: the service would either refuse a second one or deliver
        // everything twice.
        const hookToUpdate = ownHook ?? there.find(({ config }) => config.url === url)
        if (hookToUpdate === undefined) return hookOf(yield* hooks.create({ ...where, url, events, secret }))
        // The caller decides which events our own hook listens to. A hook that somebody else made also keeps its
        // previous events.
        const union = ownHook === undefined ? [...new Set([...hookToUpdate.events, ...events])] : events
        return hookOf(yield* hooks.update({ ...where, hook_id: hookToUpdate.id, url, events: union, secret }))
      })
    ),
  remove: (place, hookId) =>
    following(place, (current) =>
      Effect.gen(function* () {
        const { hooks } = yield* CodeHost
        yield* hooks.delete(yield* hookInput("hooks.remove", current, hookId))
      })
    ).pipe(Effect.catchReason("ProviderError", "NotFound", () => Effect.void)),
  deliveries: (place, hookId, cursor) =>
    Effect.gen(function* () {
      const { hooks } = yield* CodeHost
      const name = yield* hookInput("hooks.deliveries", place, hookId)
      const { items, next } = yield* hooks.deliveries({ ...name, ...(cursor !== undefined && { cursor }) })
      return { items: items.map(attemptOf), ...(next !== undefined && { next }) }
    }),
  delivery: (place, hookId, attemptId) =>
    Effect.gen(function* () {
      const { hooks } = yield* CodeHost
      const name = yield* attemptNamed("hooks.delivery", place, hookId, attemptId)
      const { guid, event, request } = yield* hooks.delivery(name)
      if (typeof request.payload !== "object" || request.payload === null) {
        return yield* unreadable("The service's log no longer contains the payload.")
      }
      return deliveryOf(guid, event, request.payload)
    }),
  redeliver: (place, hookId, attemptId) =>
    following(place, (current) =>
      Effect.gen(function* () {
        const { hooks } = yield* CodeHost
        yield* hooks.redeliver(yield* attemptNamed("hooks.redeliver", current, hookId, attemptId))
      })
    )
}

/** Requests of `inlay listen` to a hub, and what its refusals mean. */
import type { ProviderError, Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { hubError } from "../../../hub-error.ts"
import { HUB_TOKEN } from "../../input/hub-address.ts"

export interface HubAddress {
  readonly url: URL
  readonly token: string
}

const MAX_SAID_CHARS = 300

const failure = (reason: Reason) => hubError("listen", reason)

/** The hub does not answer, or not now. */
const unreached = ({ url }: HubAddress) =>
  failure({
    _tag: "Transport",
    sent: false,
    what: `No hub answers at ${url.origin}.`,
    remedy: { to: "read", text: "Start it with `inlay serve`, or correct the address." }
  })

/** Something other than a hub answers. */
export const noHub = (what: string) =>
  failure({ _tag: "Refused", guard: "endpoint", what, remedy: { to: "read", text: "Correct the hub's address." } })

const decodeFailure = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ error: Schema.Struct({ message: Schema.String }) }))
)

/** Why a hub, or what answers in its place, does not give what was asked for. */
export const refusalOf = (status: number, text: string): ProviderError => {
  if (status === 401) {
    const fix = `Set ${HUB_TOKEN} to a token of the hub: \`inlay tokens create\` creates one.`
    return failure({
      _tag: "Unauthorized",
      what: "The hub does not accept this token.",
      remedy: { to: "read", text: fix }
    })
  }
  const refusal = decodeFailure(text)
  if (refusal._tag === "Some") {
    const what = `The hub refused: ${ProviderText.quote(refusal.value.error.message, MAX_SAID_CHARS)}`
    return failure(status === 429 ? { _tag: "RateLimited", what } : { _tag: "Refused", guard: "restriction", what })
  }
  return noHub(`Something other than a hub answers at this address, with status ${status}.`)
}

/**
 * Sends a request, which is aborted when the scope ends. Fails if the hub cannot be reached, or answers 500 or more.
 *
 * @param body makes the request a POST of JSON
 */
export const request = Effect.fnUntraced(function* (
  hub: HubAddress,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown
) {
  const { signal } = yield* Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (controller) => Effect.sync(() => controller.abort())
  )
  const json = { "content-type": "application/json" }
  const response = yield* Effect.tryPromise({
    try: () =>
      fetch(new URL(path, hub.url), {
        ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
        headers: { authorization: `Bearer ${hub.token}`, ...(body !== undefined && json), ...headers },
        redirect: "manual",
        signal
      }),
    catch: () => unreached(hub)
  })
  return response.status >= 500 ? yield* unreached(hub) : response
})

/** The body of a response as text. Empty if it breaks off. */
export const textOf = (response: Response): Effect.Effect<string> =>
  Effect.promise(() => response.text().catch(() => ""))

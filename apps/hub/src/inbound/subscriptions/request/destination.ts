/** Where a subscription's events may be sent: an address that the server may reach, or a command that it may run. */
import { lookup } from "node:dns/promises"

import * as Effect from "effect/Effect"

import { Addresses } from "../../../accounts/Addresses.ts"
import { isMetadataAddress } from "../../../accounts/public-address.ts"
import type { Principal } from "../../../principals/Principal.ts"
import { Commands } from "../../dispatch/Commands.ts"
import { isRedacted, type Destination } from "../../dispatch/destination.ts"
import { failure, wrong } from "./fields.ts"
import type { SubscriptionRequest } from "./SubscriptionRequest.ts"

const MAX_URL_CHARS = 2_000

const isHttp = ({ protocol }: URL): boolean => protocol === "https:" || protocol === "http:"

/** Checks that the server may send to an address now. The address is checked again at every send. */
export const urlOf = Effect.fnUntraced(function* (text: string) {
  const url = text.length <= MAX_URL_CHARS && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !isHttp(url)) return yield* wrong("url", "must be an address that begins with https://")
  if (url.username !== "" || url.password !== "") return yield* wrong("url", "must hold no user name and no password")
  if (url.hash !== "") return yield* wrong("url", "must have no part after #")
  if (isRedacted(url)) return yield* wrong("url", "must be the whole address, not the one shown without its query")
  const { isDestination } = yield* Addresses
  const host = url.hostname.replace(/^\[|\]$/g, "")
  const addresses = yield* Effect.tryPromise({
    try: () => lookup(host, { all: true }),
    catch: () => wrong("url", "names a host that cannot be found")
  })
  const forbiddenAddress = addresses.find(({ address }) => !isDestination(address))
  if (forbiddenAddress !== undefined) {
    const [what, advice] = isMetadataAddress(forbiddenAddress.address)
      ? ["The address is one at which a cloud hands out keys: this hub never sends there.", "Use another address."]
      : [
          "The address is in a private network or on this machine, where this hub does not send.",
          "Use a public address, or start the hub with --allow-private."
        ]
    return yield* failure({
      _tag: "Refused",
      guard: "baseAddress",
      what,
      remedy: { to: "read", text: advice },
      nothing: "stored"
    })
  }
  return url.href
})

const MAX_ARGUMENTS = 50

const commandOf = Effect.fnUntraced(function* (words: ReadonlyArray<string>, principal: Principal) {
  const [file = "", ...args] = words
  if (!(yield* Commands).isAllowed || principal.grant.manages !== true) {
    return yield* failure({
      _tag: "Refused",
      guard: "restriction",
      what:
        principal.grant.manages === true
          ? "This hub does not run commands."
          : "Only those who manage the hub may subscribe a command.",
      remedy: {
        to: "read",
        text: "Start the hub with --allow-exec, and use the console or a token made with --manage."
      },
      nothing: "stored"
    })
  }
  if (file.trim() === "" || args.length > MAX_ARGUMENTS || words.some((word) => word.includes("\0"))) {
    return yield* wrong(
      "exec",
      `must be a command and at most ${MAX_ARGUMENTS} arguments, such as ["node", "agent.js"]`
    )
  }
  if (JSON.stringify(words).length > MAX_URL_CHARS)
    return yield* wrong("exec", `is longer than ${MAX_URL_CHARS} characters`)
  const destination: Destination = { kind: "exec", command: { file, args } }
  return destination
})

export const destinationFor = Effect.fnUntraced(function* (
  { url, hub, exec }: SubscriptionRequest,
  principal: Principal
) {
  if (exec !== undefined) {
    if (url !== undefined || hub === true) return yield* wrong("exec", "cannot be combined with `url`")
    return yield* commandOf(exec, principal)
  }
  if (url === undefined) return yield* wrong("url", "or `exec` is required")
  const destination: Destination = { kind: hub === true ? "hub" : "agent", url: yield* urlOf(url) }
  return destination
})

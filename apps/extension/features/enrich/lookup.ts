/**
 * One lookup of a subject by the connected account, whoever asks for it: the tab in view, or the list of unknown charges.
 * Promises: nothing is sent offline or to an origin that the user has not allowed.
 */
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { Browser } from "../../messaging/browser.ts"
import { hostDenied, notConnected, offline, storageFailure } from "../../providers/failures.ts"
import { Provider } from "../../providers/provider.ts"
import { Vault } from "../../vault/accounts.ts"
import { addressOrigin } from "../account/address.ts"
import { PLUGIN, type Page } from "./page.ts"

const unreadable = new ProviderError({
  provider: PLUGIN,
  operation: "enrich",
  reason: { _tag: "Decode", what: "The answer has another shape than it should.", fix: "Update the extension." }
})

export type Lookup = Effect.Success<typeof make>

export const make = Effect.gen(function* () {
  const browser = yield* Browser
  const provider = yield* Provider
  const vault = yield* Vault
  /** Subjects of lookups under way, with how many ask for each. */
  const underWay = new Map<string, number>()

  const account = (operation: string) =>
    vault.account(PLUGIN).pipe(Effect.mapError((error) => storageFailure(operation, error)))

  return {
    /** The connected account; `undefined` without one. */
    account,
    connected: (operation: string) =>
      Effect.flatMap(account(operation), (found) =>
        found === undefined ? Effect.fail(notConnected(operation)) : Effect.succeed(found)
      ),
    /** Fails where a request could not be sent now. */
    sendable: Effect.fnUntraced(function* (operation: string, settings: Readonly<Record<string, string>>) {
      if (!(yield* browser.online)) return yield* offline(operation)
      const origin = addressOrigin(provider.kindOf(PLUGIN), settings)
      if (origin !== undefined && !(yield* browser.mayReach(origin))) return yield* hostDenied(operation, origin)
      return undefined
    }),
    isUnderWay: ({ subject }: Page) => underWay.has(subject.key),
    /** @param askAgain although an earlier charge for the same subject is unknown */
    look: Effect.fnUntraced(function* (page: Page, askAgain: boolean) {
      const { key } = page.subject
      underWay.set(key, (underWay.get(key) ?? 0) + 1)
      const output = yield* browser.awake(provider.run(page.step, page.input, { askAgain })).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            const others = (underWay.get(key) ?? 1) - 1
            if (others > 0) underWay.set(key, others)
            else underWay.delete(key)
          })
        )
      )
      return page.read(output) ?? (yield* unreadable)
    })
  }
})

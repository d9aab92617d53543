/** The secret of a subscription, which signs its deliveries, while the vault's key is rotated. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import * as StoredAccounts from "../../accounts/StoredAccounts.ts"
import { backends } from "../../testing/backends.ts"
import { storesAt } from "../../testing/places.ts"
import * as RowSecrets from "../row-secrets.ts"
import * as Subscriptions from "./Subscriptions.ts"

const { all } = backends()

const REQUEST = {
  name: "stars",
  trigger: "codehost_new_star",
  plugin: "codehost",
  account: "main",
  target: { owner: "acme", repo: "widgets" },
  place: "repos/acme/widgets",
  filters: {},
  url: "https://agent.example/",
  queueOf: () => "d_1",
  inOrder: false,
  ownChanges: false,
  creditsPerEvent: undefined,
  pollsOnly: false,
  isEnabled: true,
  principal: "token:1"
}

describe.each(all)("a subscription's secret on $name", ({ place }) => {
  it.live("is not lost to a program that read it right before the key was rotated", () =>
    Effect.gen(function* () {
      const { directory, url } = yield* Effect.promise(place)
      const keySources = { directory, env: {} }
      let beforeOpening: Effect.Effect<unknown> = Effect.void
      const sealed = Layer.effect(
        RowSecrets.RowSecrets,
        Effect.map(RowSecrets.RowSecrets, (of) => ({
          ...of,
          open: (...its) => Effect.andThen(beforeOpening, of.open(...its))
        }))
      ).pipe(Layer.provide(RowSecrets.layer(keySources)))
      const services = Layer.merge(Layer.provide(Subscriptions.layer, sealed), StoredAccounts.layer(keySources)).pipe(
        Layer.provide(storesAt({ directory, url }))
      )
      yield* Effect.gen(function* () {
        const subscriptions = yield* Subscriptions.Subscriptions
        const { rotate } = yield* StoredAccounts.StoredAccounts
        const { subscription, secret } = yield* subscriptions.create(REQUEST)
        let rotations = 0
        beforeOpening = Effect.suspend(() => (rotations++ === 0 ? Effect.orDie(rotate) : Effect.void))
        const again = yield* subscriptions.secret(subscription.id)
        expect(again && Redacted.value(again)).toBe(secret && Redacted.value(secret))
        expect(rotations).toBeGreaterThan(0)
      }).pipe(Effect.provide(services))
    }).pipe(Effect.scoped)
  )

  it.live("is of no use once its subscription is removed", () =>
    Effect.gen(function* () {
      const { directory, url } = yield* Effect.promise(place)
      const rowSecrets = RowSecrets.layer({ directory, env: {} })
      const services = Layer.provide(Subscriptions.layer, rowSecrets).pipe(Layer.provide(storesAt({ directory, url })))
      yield* Effect.gen(function* () {
        const { create, remove, secret, replaceSecret } = yield* Subscriptions.Subscriptions
        const { subscription } = yield* create(REQUEST)
        expect(yield* replaceSecret(subscription.id, Redacted.make("whsec_next"), undefined)).toBe("replaced")
        yield* remove(subscription.id)
        expect(yield* secret(subscription.id)).toBeUndefined()
        expect(yield* replaceSecret(subscription.id, Redacted.make("whsec_last"), undefined)).toBe("changed")
      }).pipe(Effect.provide(services))
    }).pipe(Effect.scoped)
  )
})

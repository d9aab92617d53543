/** A plugin that the extension has never seen runs through its vault and its runner like any other. */
import { assert, describe, it } from "@effect/vitest"
import { Audit } from "@inlay/agent-plugin/Audit"
import { Runner } from "@inlay/agent-plugin/Runner"
import { sketchCard, sketchPlugin, startSketchProvider } from "@inlay/agent-plugin/testing/sketch-plugin"
import * as Fetch from "@inlay/core-http/fetch"
import * as Spend from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { accountsLayer, Vault } from "../vault/accounts.ts"
import { Database } from "../vault/database/Database.ts"

const service = Effect.acquireRelease(Effect.promise(startSketchProvider), ({ close }) => Effect.promise(close))

const stores = () =>
  accountsLayer.pipe(Layer.provideMerge(Vault.layer), Layer.provide(Database.layer(`sketch-${crypto.randomUUID()}`)))

const sending = Layer.merge(Fetch.layer, Spend.layerMemory("session"))

const runner = () =>
  Runner.layer([sketchPlugin]).pipe(
    Layer.provideMerge(stores()),
    Layer.provideMerge(sending),
    Layer.provide(Audit.layerNone)
  )

describe("the sketch plugin in the extension", () => {
  it.live("runs and previews its steps with a token obtained with a stored key file", () =>
    Effect.gen(function* () {
      const { settings, keyFile, asked } = yield* service
      const vault = yield* Vault
      const account = {
        plugin: "sketch",
        name: "default",
        kind: "service_account",
        settings: { data_base_url: settings.data_base_url, admin_base_url: settings.admin_base_url, property: "7" },
        secrets: { key_file: Redacted.make(keyFile) }
      }
      yield* vault.save(account)
      const { run, preview } = yield* Runner
      assert.isTrue((yield* preview("sketch_run_report", { metric: "users", days: 2 })).isFree)
      assert.deepStrictEqual(asked, [])
      const report = yield* run("sketch_run_report", { metric: "users", days: 2 })
      assert.deepInclude(report, { metric: "users" })
      yield* run("sketch_run_report", { metric: "users", days: 2 })
      assert.deepStrictEqual(asked, [
        "POST /oauth/token",
        "POST /data/v1/properties/7:report",
        "POST /data/v1/properties/7:report"
      ])
      assert.lengthOf(sketchCard(report as Parameters<typeof sketchCard>[0], "").chart?.series[0]?.values ?? [], 2)
    }).pipe(Effect.provide(runner()), Effect.scoped)
  )
})

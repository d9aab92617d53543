import { assert, it } from "@effect/vitest"
import * as Ledger from "@inlay/core-http/Ledger"
import * as LookupCache from "@inlay/core-http/LookupCache"
import { Spend } from "@inlay/core-http/Spend"
import { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { plugin as inBrowser } from "./browser.ts"
import { plugin } from "./plugin.ts"

const services = Layer.merge(
  Spend.layer("run").pipe(Layer.provide([Ledger.layerMemory, LookupCache.layerMemory])),
  Layer.succeed(Transport, { send: () => Effect.die("nothing is sent") })
)

const account = {
  plugin: "salesdata",
  name: "browser",
  kind: "api_key",
  settings: { base_url: "https://api.provider.example" },
  secrets: { api_key: Redacted.make("key") },
  revision: "1",
  readOnly: false
}

it("has the same names as the full plugin", () => {
  assert.deepStrictEqual([inBrowser.id, inBrowser.title], [plugin.id, plugin.title])
  const kinds = [inBrowser, plugin].map(({ accountKinds }) => accountKinds.map(({ check: _check, ...kind }) => kind))
  assert.deepStrictEqual(kinds[0], kinds[1])
  for (const step of inBrowser.toolSteps) {
    const { id, title, hints } = plugin.toolSteps.find((one) => one.id === step.id) ?? assert.fail(step.id)
    assert.deepStrictEqual(step, { id, title, hints })
  }
})

it.effect("refuses an invalid identifier before anything is sent", () =>
  Effect.gen(function* () {
    const { run, preview } = yield* inBrowser.connect(account)
    for (const { id } of inBrowser.toolSteps) {
      for (const input of [undefined, null, "ann", [], {}, { email: 7 }, { owner: "me" }]) {
        const refusal = yield* Effect.flip(run(id, input))
        assert.strictEqual(refusal.reason._tag, "Invalid")
        assert.deepStrictEqual(yield* Effect.flip(preview(id, input)), refusal)
      }
    }
  }).pipe(Effect.provide(services))
)

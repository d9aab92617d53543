import { assert, it } from "@effect/vitest"
import type { FieldRules } from "@inlay/agent-plugin/Account"
import { free, layerMemory, Spend, type Quote } from "@inlay/core-http/Spend"
import { linesWithout } from "@inlay/core-http/testing/unloadable"
import { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { plugin as inBrowser } from "./browser.ts"
import { connect as connectClient } from "./browser/client.ts"
import { plugin } from "./plugin.ts"

const services = Layer.merge(
  layerMemory("run"),
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

const withoutText = (field: FieldRules) => ({ ...field, label: "", help: "" })

it("has the same names as the full plugin", () => {
  assert.deepStrictEqual([inBrowser.id, inBrowser.title], [plugin.id, plugin.title])
  const kinds = [inBrowser, plugin].map(({ accountKinds }) =>
    accountKinds.map(({ check: _check, fields, ...kind }) => ({ ...kind, fields: fields.map(withoutText) }))
  )
  assert.deepStrictEqual(kinds[0], kinds[1])
  for (const step of inBrowser.toolSteps) {
    const { id, title, hints } = plugin.toolSteps.find((one) => one.id === step.id) ?? assert.fail(step.id)
    assert.deepStrictEqual(step, { id, title, hints: { readOnly: hints.readOnly } })
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

/** What a connection's preview asks the spending path, or the error that it fails with before. */
const askedBy = (of: typeof account, connect: typeof inBrowser.connect, step: string, input: unknown) => {
  const asked: Array<unknown> = []
  const spend = Layer.mock(Spend, {
    preview: (request) => {
      const { read: _, ...priced } = request as Quote
      asked.push(priced)
      return Effect.succeed(free)
    }
  })
  return Effect.gen(function* () {
    const { preview } = yield* connect(of)
    const exit = yield* Effect.result(preview(step, input))
    return { asked, error: Result.isFailure(exit) ? exit.failure : undefined }
  }).pipe(Effect.provide([spend, Layer.succeed(Transport, { send: () => Effect.die("nothing is sent") })]))
}

const more = (settings: Readonly<Record<string, string>>) => ({
  ...account,
  settings: { ...account.settings, ...settings }
})

it.effect("previews a lookup like its client does: by the same price, keys and payer, with the same errors", () =>
  Effect.gen(function* () {
    const accounts = [
      account,
      more({ cap_day: "5", cap_run: "2", price_person: "3", price_company: "0" }),
      more({
        profile_site: "network.example",
        base_url: "https://api.provider.example/v2/",
        credits_field: "meta.cost"
      }),
      more({ keep_match_days: "0", keep_miss_days: "7", free_paths: "/enrich/person" }),
      { ...account, secrets: { api_key: Redacted.make("line\nbreak") } }
    ]
    const inputs = [
      { profilenet_url: "https://www.network.example/in/Ann-Lee/?x=1", profilenet_slug: "ann-lee" },
      { profilenet_url: "https://linkedin.com/in/ann%C3%A9" },
      { email: "Ann.Lee@Acme.com.au" },
      { email: "connection-check@inlay.invalid" },
      { domain: "WWW.acme.com.au" },
      { website: "https://acme.co.nz/about", abn: "51 824 753 556" },
      { domain: "com.au" },
      {},
      { owner: "me" },
      null
    ]
    let previews = 0
    for (const of of accounts) {
      for (const step of inBrowser.toolSteps.map(({ id }) => id)) {
        for (const input of inputs) {
          const seen = yield* askedBy(of, inBrowser.connect, step, input)
          assert.deepStrictEqual(seen, yield* askedBy(of, connectClient, step, input), JSON.stringify([step, input]))
          previews += seen.asked.length
        }
      }
    }
    assert.isAtLeast(previews, 20)
  })
)

const program = `
import { layerMemory } from "@inlay/core-http/Spend"
import { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { plugin } from "${new URL("browser.ts", import.meta.url).href}"
const services = Layer.merge(
  layerMemory("run"),
  Layer.succeed(Transport, { send: () => Effect.die("it is sent") })
)
const account = ${JSON.stringify({ ...account, secrets: {} })}
account.secrets = { api_key: Redacted.make("key") }
const exits = Effect.gen(function* () {
  const { run } = yield* plugin.connect(account)
  const asking = Effect.exit(run("salesdata_people_enrichment", { email: "jane@acme.example" }))
  return [yield* asking, yield* asking]
})
for (const exit of await Effect.runPromise(Effect.provide(exits, services))) console.log(JSON.stringify(exit))
`

it("loads the client again if it could not be loaded", async () => {
  const [first = "", second = ""] = await linesWithout("browser/client.ts", 1, program, import.meta.dirname)
  assert.match(first, /"Die"/)
  assert.notInclude(first, "it is sent")
  assert.include(second, "it is sent")
})

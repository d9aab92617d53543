// Reads through a hub: which requests are sent to it, and which are not.
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { failed, json } from "../../tests/hub/stand-in.ts"
import { live, why } from "../../tests/hub/world.ts"

const RUN = "/api/tools/analytics_list_properties/runs"
const ASK = {
  plugin: "analytics",
  account: "hub:site",
  step: "analytics_list_properties",
  input: { sites: true }
} as const

describe("reading through the hub", () => {
  live("runs a step with the named account, and returns its output", (world) =>
    Effect.gen(function* () {
      world.hub.state.instead = ({ path }) =>
        path === RUN ? json(200, { output: { items: [], total: 0 } }) : undefined
      assert.deepStrictEqual(yield* world.ask("accountNames", { plugin: "analytics" }), { names: ["hub:site"] })
      assert.deepStrictEqual(yield* world.ask("read", ASK), { items: [], total: 0 })
      const run = world.hub.state.asked.find(({ path }) => path === RUN)
      assert.deepStrictEqual(run?.body, { input: { sites: true }, account: "site" })
    })
  )

  live("refuses steps that would change something or belong to another plugin, before anything is sent", (world) =>
    Effect.gen(function* () {
      const code = { plugin: "codehost", account: "hub:work", step: "codehost_api_call" } as const
      const bad = [
        { ...code, input: { method: "DELETE", endpoint: "/repos/acme/widgets" } },
        { ...code, input: { endpoint: "/orgs/acme" } },
        { ...ASK, plugin: "codehost", input: { ...ASK.input, method: "GET" } }
      ] as const
      for (const ask of bad) assert.strictEqual(why(yield* Effect.flip(world.ask("read", ask))), "malformed")
      const paid = { plugin: "salesdata", account: "hub:team", step: "salesdata_company_enrichment", input: {} }
      assert.strictEqual(why(yield* Effect.flip(world.ask("read", paid as never))), "malformed")
      assert.deepStrictEqual(
        world.hub.state.asked.filter(({ path }) => path.startsWith("/api/tools")),
        []
      )
    })
  )

  live("costs nothing: an answer that is lost leaves no charge to settle", (world) =>
    Effect.gen(function* () {
      world.hub.state.instead = ({ path }) =>
        path === RUN || path === "/api/charges" ? (response) => void response.destroy() : undefined
      assert.notProperty(yield* Effect.flip(world.ask("read", ASK)), "charged")
      yield* world.ask("chooseWay", { plugin: "salesdata", way: "hub" })
      assert.strictEqual(world.browser.state.mark, "")
    })
  )

  live("fails with the hub's error", (world) =>
    Effect.gen(function* () {
      world.hub.state.instead = ({ path }) =>
        path === RUN ? failed(429, { reason: "QuotaExhausted", resetsAt: "2026-11-22T08:00:00Z" }) : undefined
      const error = yield* Effect.flip(world.ask("read", ASK))
      assert.deepInclude(error, { reason: "QuotaExhausted", resetsAt: "2026-11-22T08:00:00Z" })
    })
  )
})

// Providers that report invalid credits: purchases are recorded at their price, and the account keeps working.
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import * as Ledger from "@inlay/core-http/Ledger"
import * as LookupCache from "@inlay/core-http/LookupCache"
import * as Node from "@inlay/core-http/node"
import { Spend } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

import { standIn } from "../../tests/stand-in.ts"
import { make } from "./SalesData.ts"
import { defaults } from "./settings.ts"

const provider = standIn()
const JSON_TYPE = { "content-type": "application/json" }

const record = (charged: string) =>
  `{"person":{"name":"Ada","emails":["ada@example.com"]},"credits":{"charged":${charged}}}`

const client = () =>
  make({
    ...defaults,
    baseAddress: Result.getOrThrow(BaseAddress.parse(provider.origin())),
    credential: Credential.bearer(Redacted.make("the-account-key")),
    scope: "test",
    profileSites: ["linkedin.com"],
    creditsField: "credits.charged",
    caps: { day: 10 }
  })

const world = Layer.merge(
  Spend.layer("run").pipe(Layer.provideMerge(Layer.mergeAll(Ledger.layerMemory, LookupCache.layerMemory))),
  Node.layer
)

describe("implausible credits", () => {
  it.each([
    ["1e400", 2, "price"],
    ['"1e400"', 2, "price"],
    ["1e15", 2, "price"],
    ["99999999999999999999", 2, "price"],
    ["-5", 2, "price"],
    ['"many"', 2, "price"],
    ["{}", 2, "price"],
    ["1.5", 1.5, "provider"],
    ['"1"', 1, "provider"],
    ["0", 0, "provider"]
  ])("%s is booked as %s, by the %s", async (reported, charged, basis) => {
    provider.answer(() => ({ body: record(reported), headers: JSON_TYPE }))
    const both = await Effect.runPromise(
      Effect.gen(function* () {
        const { people } = yield* client()
        const first = yield* people.enrich({ email: "ada@example.com" })
        const second = yield* people.enrich({ profilenet_slug: "grace-hopper" })
        return { first, second }
      }).pipe(Effect.provide(world))
    )
    expect(both.first).toMatchObject({ match: true, credits: { charged, basis } })
    // An invalid number does not use up the day cap.
    expect(both.second.match).toBe(true)
  })
})

/** What a client reports about credits: answers that are not cached, prices that are too low, calls without a price. */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import * as Ledger from "@inlay/core-http/Ledger"
import * as LookupCache from "@inlay/core-http/LookupCache"
import * as Node from "@inlay/core-http/node"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import { MaxCredits, Spend, SpendingEvent, SpendingPrincipal } from "@inlay/core-http/Spend"
import { StorageError } from "@inlay/core-http/StorageError"
import type { Transport } from "@inlay/core-http/Transport"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

import { standIn } from "../../tests/stand-in.ts"
import { personCard } from "../card.ts"
import { withinLimit } from "../tool-steps/answers/enrichment-size.ts"
import { make, type SalesDataClient } from "./SalesData.ts"
import { defaults, type Settings } from "./settings.ts"

const provider = standIn()
const ann = { email: "ann@acme.example" }
const record = { person: { full_name: "Ann Lee", emails: [{ address: ann.email }], about: "x".repeat(30_000) } }

const memory = Layer.mergeAll(Ledger.layerMemory, LookupCache.layerMemory)
/** A cache that cannot store anything, as if its disk were full. */
const full = Layer.merge(
  Ledger.layerMemory,
  Layer.succeed(LookupCache.LookupCache, {
    find: () => Effect.succeed([]),
    store: () => Effect.fail(new StorageError({ operation: "cache.store", cause: new Error("disk is full") })),
    clear: () => Effect.void
  })
)

const withClient = <A>(
  use: (client: SalesDataClient) => Effect.Effect<A, unknown, Transport | Spend>,
  of: Partial<Settings> = {},
  stores = memory
) =>
  Effect.runPromise(
    Effect.flatMap(
      make({
        ...defaults,
        baseAddress: Result.getOrThrow(BaseAddress.parse(provider.origin())),
        credential: Credential.bearer(Redacted.make("the-account-key")),
        scope: "salesdata/test",
        profileSites: ["linkedin.com"],
        ...of
      }),
      use
    ).pipe(Effect.provide([Spend.layer("run").pipe(Layer.provide(stores)), Node.layer]))
  )

const refusal = (call: Effect.Effect<unknown, ProviderError, Transport | Spend>) =>
  Effect.map(Effect.flip(call), ({ reason }) => (reason._tag === "Refused" ? reason.guard : reason._tag))

describe("an answer that could not be saved", () => {
  it("is charged once over three calls, and its output and card say so", async () => {
    provider.answer(() => ({ body: record }))
    const [first, ...others] = await withClient(
      (client) =>
        Effect.all([
          client.people.enrich(ann),
          refusal(client.people.enrich(ann)),
          refusal(client.people.enrich({ ...ann, profilenet_slug: "ann-lee" }))
        ]),
      {},
      full
    )
    expect(first).toMatchObject({ match: true, uncached: "store", credits: { charged: 2 } })
    expect(first.notice).toMatch(/could not be saved.*costs again/)
    expect(others).toEqual(["uncached", "uncached"])
    expect(provider.asked()).toEqual(["/enrich/person"])
    expect(personCard(first)?.notices).toEqual([{ tone: "warning", text: first.notice }])
    expect(withinLimit(first, 16_384).left_out?.[0]).toMatch(/the same input \(paid again\) with max_kb/)
  })
})

describe("a price that the provider exceeds", () => {
  it("is reported by every output that was charged more, and counts against the cap", async () => {
    const settings = { caps: { day: 20 }, creditsField: "credits.charged", prices: { ...defaults.prices, search: 1 } }
    provider.answer((path) => {
      const body = path === "/search/people" ? { people: [record.person] } : record
      return { body: { ...body, credits: { charged: 9 } } }
    })
    const [person, people, capped] = await withClient(
      (client) =>
        Effect.all([
          client.people.enrich(ann),
          client.people.search({ company: "Acme" }),
          Effect.flip(client.people.enrich({ email: "bob@acme.example" }))
        ]),
      { ...settings, caps: { day: 19 } }
    )
    expect(person.notice).toBe(
      "The provider charged 9 credits, and the account's price is 2: correct the price, because caps use it."
    )
    expect(people.notice).toMatch(/charged 9 credits, and the account's price is 1/)
    expect(capped.reason).toMatchObject({ guard: "cap", cap: { limit: 19, spent: 18 } })
    expect(provider.asked()).toHaveLength(2)
  })

  it("counts as reported even if the rest of the response is not understood", async () => {
    provider.answer(() => ({ body: { outcome: "see your inbox", credits: { charged: 9 } } }))
    const [, capped] = await withClient(
      (client) =>
        Effect.all([
          Effect.flip(client.people.enrich(ann)),
          Effect.flip(client.people.enrich({ email: "bob@acme.example" }))
        ]),
      { caps: { day: 10 }, creditsField: "credits.charged" }
    )
    expect(capped.reason).toMatchObject({ guard: "cap", cap: { limit: 10, spent: 9 } })
    expect(provider.asked()).toHaveLength(1)
  })
})

describe("a search whose answer was lost", () => {
  it("is blocked until somebody decides, whatever the order of its fields", async () => {
    provider.answer(() => ({ body: { outcome: "see your inbox" } }))
    const search = (body: Readonly<Record<string, string>>) =>
      ({ operation: "searchPeople", method: "POST", endpoint: "/search/people", body }) as const
    const refusals = await withClient((client) =>
      Effect.all([
        refusal(client.call(search({ company: "Acme", title: "CTO" }))),
        refusal(client.call(search({ title: "CTO", company: "Acme" }))),
        refusal(client.call(search({ title: "CTO", company: "Other" })))
      ])
    )
    expect(refusals).toEqual(["Decode", "unknownCharge", "Decode"])
    expect(provider.asked()).toHaveLength(2)
  })
})

describe("an API Call to a path that is not declared free", () => {
  const read = (endpoint: string) => ({ operation: "apiCall", method: "GET", endpoint }) as const
  const paths = ["/people/7/phones", "/Enrich/Person", "/account/../people/7", "/accounts", "/account/export"]

  it("is refused under a cap, however it is written, and sent without a cap", async () => {
    provider.answer(() => ({ body: {} }))
    for (const caps of [{ day: 100 }, { run: 100 }]) {
      const refusals = await withClient(
        (client) => Effect.forEach(paths, (path) => Effect.flip(client.call(read(path)))),
        { caps, prices: { ...defaults.prices, person: 500 } }
      )
      expect(refusals.map(({ reason }) => reason._tag)).toEqual(paths.map(() => "Refused"))
      expect(refusals[0]?.message).toMatch(/call's price is unknown.*spending cap/)
    }
    expect(provider.asked()).toEqual([])
    await withClient((client) => client.call(read("/people/7/phones")))
    expect(provider.asked()).toHaveLength(1)
  })

  it("is refused under a cap of its caller or its event, or under an agreed price, too", async () => {
    provider.answer(() => ({ body: {} }))
    const phone = read("/reveal/phone/123")
    const caller = Effect.provideService(SpendingPrincipal, { id: "token:1", creditsPerDay: 0 })
    const event = Effect.provideService(SpendingEvent, { id: "event-1", credits: 50 })
    expect(await withClient((client) => refusal(caller(client.call(phone))))).toBe("cap")
    expect(await withClient((client) => refusal(event(client.call(phone))))).toBe("cap")
    expect((await withClient((client) => caller(client.preview(phone)))).isFree).toBe(false)
    const onlyFree = Effect.provideService(MaxCredits, 0)
    expect(await withClient((client) => refusal(onlyFree(client.call(phone))))).toBe("price")
    expect(provider.asked()).toEqual([])
    await withClient((client) => client.call(phone).pipe(Effect.provideService(SpendingPrincipal, { id: "token:1" })))
    expect(provider.asked()).toHaveLength(1)
  })

  it("is sent if the account declares it free", async () => {
    provider.answer(() => ({ body: {} }))
    const caps = { day: 0 }
    await withClient((client) => client.call(read("/ACCOUNT/?fresh=1")), { caps })
    await withClient((client) => client.call(read("/me/plan")), { caps, freePaths: ["/me/plan"] })
    expect(provider.asked()).toHaveLength(2)
    const request = { operation: "apiCall", method: "POST", endpoint: "/account", body: {} } as const
    expect(await withClient((client) => refusal(client.call(request)), { caps })).toBe("cap")
  })

  it("is not free because it has the body of the account check, which is a lookup of nobody", async () => {
    const body = { email: "connection-check@inlay.invalid" }
    const request = { operation: "apiCall", method: "POST", body } as const
    for (const endpoint of ["/search/people", "/enrich/company", "/reveal"]) {
      const capped = await withClient((client) => refusal(client.call({ ...request, endpoint })), { caps: { day: 0 } })
      expect(capped, endpoint).toBe("cap")
    }
    expect(provider.asked()).toEqual([])
  })

  it("is blocked if its answer was lost, unless it only reads", async () => {
    provider.answer(() => ({ body: "<p>see your inbox</p>" }))
    const request = { operation: "apiCall", method: "POST", endpoint: "/reveal", body: { id: 1 } } as const
    const refusals = await withClient((client) =>
      Effect.all([
        refusal(client.call(request)),
        refusal(client.call(request)),
        refusal(client.call(read("/reveal/1"))),
        refusal(client.call(read("/reveal/1")))
      ])
    )
    expect(refusals).toEqual(["Decode", "unknownCharge", "Decode", "Decode"])
    expect(provider.asked()).toEqual(["/reveal", "/reveal/1", "/reveal/1"])
  })
})

it.each([
  ["a match", { body: record }, { keepMatch: Duration.zero }, 2],
  ["a match", { body: record }, { keepMiss: Duration.zero }, 1],
  ["a miss", { status: 404, body: { message: "person not found" } }, { keepMiss: Duration.zero }, 2],
  ["a miss", { status: 404, body: { message: "person not found" } }, { keepMatch: Duration.zero }, 1]
] as const)("%s is kept for as long as the account says of its kind: %#", async (_, answer, settings, lookups) => {
  provider.answer(() => answer)
  await withClient((client) => Effect.all([client.people.enrich(ann), client.people.enrich(ann)]), settings)
  expect(provider.asked()).toHaveLength(lookups)
})

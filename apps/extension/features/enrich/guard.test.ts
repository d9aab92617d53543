import { assert, describe, it } from "@effect/vitest"
// The wrong-person guard: whatever the user, the page and the provider do in the meantime, a card is drawn only into
// its own subject's page, and nobody is bought whom the user did not see.
import type { Account } from "@inlay/agent-plugin/Account"
import { free } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { Browser } from "../../browser/Browser.ts"
import * as ConnectedAccounts from "../../providers/ConnectedAccounts.ts"
import { Steps } from "../../providers/Steps.ts"
import { noHub } from "../../tests/no-hub.ts"
import { random } from "../../tests/random.ts"
import { unknownPerson } from "../../tests/samples/people.ts"
import { Vault } from "../../vault/accounts.ts"
import { Preferences } from "../../vault/preferences.ts"
import type { Outcome } from "./requests.ts"
import { targetOf } from "./subject/target.ts"
import { make } from "./worker.ts"
import * as lookup from "./worker/lookup.ts"
import { make as makePreview } from "./worker/preview.ts"
import { makeUnderWay } from "./worker/under-way.ts"

const NETWORK = "https://linkedin.com"
const SITES = ["linkedin.com"]
const people = ["ann", "bob", "cy"].map((slug) => `${NETWORK}/in/${slug}`)
const ADDRESSES = [
  ...people,
  `${people[0]}/details`,
  `${people[1]}?tab=jobs`,
  `${NETWORK}/feed/`,
  "https://acme.com.au/"
]
const TAB = 1

const account: Account = {
  plugin: "salesdata",
  name: "default",
  kind: "api_key",
  settings: { base_url: "https://api.example" },
  secrets: { api_key: Redacted.make("key") },
  revision: "1",
  readOnly: false
}

const outcomeFor = (slug: string) => ({
  match: true,
  record: { ...unknownPerson, name: slug, profileUrl: `${NETWORK}/in/${slug}` },
  raw: { person: { full_name: slug } },
  matchedOn: ["profilenet_url"],
  credits: { charged: 2, basis: "price" },
  fetchedAt: "2026-03-01T00:00:00.000Z",
  fromCache: false
})

/** A tab, a browser that always lags a little behind it, and a slow provider. All waits are random. */
const world = (seed: number) => {
  const below = random(seed)
  const pause = Effect.suspend(() => Effect.sleep(below(4) === 0 ? 0 : below(40)))
  /** The page's own location, and the address that the browser reports for the tab. */
  let href = people[0] ?? ""
  let reportedAddress = href
  const drawings: Array<{ readonly at: string; readonly key: string; readonly title: string }> = []
  const purchases: Array<string> = []

  const browser: Partial<Browser["Service"]> = {
    isPanelBeside: () => Effect.succeed(false),
    online: Effect.succeed(true),
    mayReach: () => Effect.as(pause, true),
    addressOf: () =>
      Effect.andThen(
        pause,
        Effect.sync(() => reportedAddress)
      ),
    prepare: () => pause,
    draw: (_tab, address, card) =>
      Effect.gen(function* () {
        yield* pause
        if (new URL(href).host !== "linkedin.com") return { state: "blocked" as const }
        yield* pause
        // From here to the drawing, the page's thread is not interrupted.
        if (href !== address) return { state: "elsewhere" as const, address: href }
        drawings.push({ at: href, key: card.subject.key, title: card.card.title })
        yield* pause
        return { state: "drawn" as const }
      }),
    wakeEvery: () => Effect.void,
    awake: (effect) => effect
  }
  const steps: Pick<Steps["Service"], "plugins" | "run" | "preview"> = {
    plugins: [{ id: "salesdata", title: "Sales data", accountKinds: [] }],
    run: ({ input }) =>
      Effect.gen(function* () {
        const slug = (input as { readonly profilenet_slug?: string }).profilenet_slug ?? ""
        purchases.push(slug)
        yield* Effect.andThen(pause, pause)
        return outcomeFor(slug)
      }),
    preview: () => Effect.as(pause, { ...free, isFree: false, estimate: 2, blocking: [] })
  }
  const vault: Partial<Vault["Service"]> = {
    list: Effect.as(pause, [{ plugin: "salesdata", name: "default", readable: account }]),
    chosen: () => Effect.succeed("default"),
    find: () => Effect.as(pause, account),
    isThere: () => Effect.as(pause, true)
  }
  const preferences = Layer.mock(Preferences, { showInPage: Effect.as(pause, true) })
  const navigate = Effect.gen(function* () {
    href = ADDRESSES[below(ADDRESSES.length)] ?? href
    yield* pause
    reportedAddress = href
  })
  const layer = ConnectedAccounts.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.mock(Browser, browser),
        Layer.mock(Steps, { ...steps, prepare: () => Effect.void, traceOf: () => undefined }),
        Layer.mock(Vault, vault),
        preferences,
        noHub
      )
    )
  )
  return { below, pause, navigate, drawn: drawings, bought: purchases, layer, here: () => href }
}

const story = Effect.fnUntraced(function* (seed: number, navigations: number) {
  const its = world(seed)
  const outcomes: Array<Outcome> = []
  const clicked: Array<string> = []
  yield* Effect.gen(function* () {
    const underWay = makeUnderWay()
    const { preview } = yield* makePreview(underWay)
    const { enrich } = yield* make(yield* lookup.make(underWay), Effect.void)
    const user = Effect.gen(function* () {
      for (let clicks = 1 + its.below(3); clicks > 0; clicks--) {
        yield* its.pause
        const firstPreview = yield* preview({ tabId: TAB, account: null })
        if (!("subject" in firstPreview) || firstPreview.subject.kind !== "person") continue
        yield* its.pause
        clicked.push(firstPreview.subject.name)
        const enrichment = enrich({
          plugin: "salesdata",
          account: "default",
          tabId: TAB,
          subject: firstPreview.subject.key,
          consent: "charge",
          upTo: 2,
          place: "page"
        })
        outcomes.push(yield* enrichment)
      }
    })
    const page = Effect.gen(function* () {
      for (let n = 0; n < navigations; n++) {
        yield* Effect.andThen(its.pause, its.pause)
        yield* its.navigate
      }
    })
    const all = yield* Effect.forkChild(Effect.all([user, user, page], { concurrency: "unbounded" }))
    yield* TestClock.adjust("1 minute")
    yield* Fiber.join(all)
  }).pipe(Effect.provide(its.layer))
  return { ...its, outcomes, clicked }
})

describe("the wrong-person guard", () => {
  it.effect("holds in 1,000 interleavings of navigations, clicks and responses", () =>
    Effect.gen(function* () {
      const states = new Map<string, number>()
      for (let seed = 1; seed <= 1000; seed++) {
        const { drawn, bought, clicked, outcomes } = yield* story(seed, seed % 8)
        for (const { at, key, title } of drawn) {
          const shownSubject = targetOf(at, SITES)?.subject
          assert.strictEqual(shownSubject?.key, key, `seed ${seed}: a card of ${key} was drawn at ${at}`)
          assert.strictEqual(title, shownSubject?.name, `seed ${seed}`)
        }
        for (const slug of bought) assert.include(clicked, slug, `seed ${seed}: bought somebody nobody clicked on`)
        for (const outcome of outcomes) {
          const state = outcome.state === "match" ? outcome.inPage : outcome.state
          states.set(state, (states.get(state) ?? 0) + 1)
          if (outcome.state === "failed") assert.strictEqual(outcome.error.reason, "Conflict", `seed ${seed}`)
          if (outcome.state === "match") assert.strictEqual(outcome.card.title, outcome.subject.name, `seed ${seed}`)
        }
      }
      // The stories did take every path.
      for (const state of ["shown", "moved", "failed"]) assert.isAbove(states.get(state) ?? 0, 50, state)
    })
  )

  it.effect("always shows the card in a page that does not navigate", () =>
    Effect.gen(function* () {
      for (let seed = 1; seed <= 200; seed++) {
        const { outcomes } = yield* story(seed, 0)
        assert.isNotEmpty(outcomes)
        for (const outcome of outcomes) assert.strictEqual(outcome.state === "match" && outcome.inPage, "shown")
      }
    })
  )
})

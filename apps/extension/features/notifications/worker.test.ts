// Tests notifications with the whole worker: from a hub's stream and its later events, and from repositories that this
// browser watches.
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { assert, describe } from "vitest"

import { CODE, json, startStandIn, type StandIn } from "../../tests/hub/stand-in.ts"
import { live as atHub } from "../../tests/hub/world.ts"
import { AT, CODEHOST, HOST_FORM, hostValues, issue, PAGE, serving } from "../../tests/samples/codehost.ts"
import { live, makeBrowser } from "../../tests/whole-worker.ts"

const OF_HUB = { plugin: "codehost", account: "hub:work", trigger: "codehost_new_issue", place: "acme/widgets" }
const CHOSEN = { ...OF_HUB, title: "New issue" }

const data = (number: number) => ({
  number,
  title: `Issue ${number}`,
  repository: "acme/widgets",
  url: `https://github.com/acme/widgets/issues/${number}`
})
const eventOf = (number: number) => ({
  eventId: `codehost/work issue ${number}`,
  name: "codehost_new_issue",
  timestamp: "2026-11-22T10:00:00Z",
  account: "codehost/work",
  data: data(number),
  cursor: String(number)
})

/** A hub that has received events up to `last`, and lists them a few at a time. */
const listing = ({ state }: StandIn, hub: { last: number }, perPage = 4) => {
  state.instead = ({ path, query }) => {
    if (path === "/api/accounts")
      return json(200, { accounts: [{ plugin: "codehost", name: "work", ok: true, settings: {} }] })
    if (path !== "/api/events" || state.streams.size > 0) return undefined
    const after = Number(query.get("cursor") ?? hub.last)
    const events = Array.from({ length: Math.min(perPage, hub.last - after) }, (_, n) => eventOf(after + 1 + n))
    return json(200, { events, cursor: String(after + events.length) })
  }
}

const titles = (all: ReadonlyArray<{ readonly title: string; readonly text: string }>) =>
  all.map(({ title, text }) => `${title} | ${text}`)

live(
  "a choice is of one trigger at one place of one account, whose letters' case does not matter",
  Effect.gen(function* () {
    const { ask } = yield* makeBrowser().start
    const chosen = { ...CHOSEN, account: "work" }
    const others = [
      { ...chosen, account: "other" },
      { ...chosen, plugin: "analytics" },
      { ...chosen, trigger: "codehost_new_pull_request" },
      { ...chosen, place: "acme/gadgets" }
    ]
    for (const one of [chosen, ...others]) yield* ask("chooseTrigger", { ...one, isOn: true })
    assert.lengthOf((yield* ask("chosenTriggers", {})).chosen, 5)
    const off = { ...chosen, place: "Acme/Widgets", isOn: false }
    assert.deepStrictEqual(yield* ask("chooseTrigger", off), { chosen: others })
  })
)

describe("an event at the hub", () => {
  atHub(
    "is shown by the alarm, once, even after the worker's death, and never if it happened before the choice",
    ({ hub, browser, ask, alarm, stop }) =>
      Effect.gen(function* () {
        const at = { last: 7 }
        listing(hub, at)
        assert.deepStrictEqual(yield* ask("chosenTriggers", {}), { chosen: [] })
        assert.strictEqual(browser.state.wakeSeconds, undefined)
        assert.deepStrictEqual(yield* ask("chooseTrigger", { ...CHOSEN, isOn: true }), { chosen: [CHOSEN] })
        assert.strictEqual(browser.state.wakeSeconds, 60)
        yield* alarm
        assert.deepStrictEqual(browser.state.notified, [])
        at.last = 8
        yield* alarm
        yield* stop
        const next = yield* browser.start
        yield* next.alarm
        assert.deepStrictEqual(browser.state.notified, [
          {
            id: "codehost_new_issue codehost/work issue 8",
            title: "New issue · acme/widgets",
            text: "#8 Issue 8",
            url: "https://github.com/acme/widgets/issues/8"
          }
        ])
        yield* next.ask("chooseTrigger", { ...CHOSEN, isOn: false })
        assert.strictEqual(browser.state.wakeSeconds, undefined)
        at.last = 9
        yield* next.alarm
        assert.lengthOf(browser.state.notified, 1)
        // Events from before anything was chosen are not shown later.
        yield* next.ask("chooseTrigger", { ...CHOSEN, isOn: true })
        yield* next.alarm
        assert.lengthOf(browser.state.notified, 1)
        at.last = 10
        yield* next.alarm
        assert.lengthOf(browser.state.notified, 2)
        yield* next.stop
      })
  )

  atHub(
    "is part of one notification if more than three arrive at once, however they are paged",
    ({ hub, browser, ask, alarm }) =>
      Effect.gen(function* () {
        const at = { last: 0 }
        listing(hub, at)
        yield* ask("chooseTrigger", { ...CHOSEN, isOn: true })
        at.last = 3
        // Another choice loses none of the events that came before it.
        yield* ask("chooseTrigger", { ...CHOSEN, account: "work", isOn: true })
        yield* alarm
        assert.lengthOf(browser.state.notified, 3)
        at.last = 12
        yield* alarm
        assert.deepStrictEqual(titles(browser.state.notified.slice(3)), [
          "9 new events | New issue · acme/widgets: #4 Issue 4\nNew issue · acme/widgets: #5 Issue 5\nNew issue · acme/widgets: #6 Issue 6\n…"
        ])
        const asked = hub.state.asked.length
        yield* alarm
        assert.lengthOf(
          hub.state.asked.slice(asked).filter(({ path }) => path === "/api/events"),
          1
        )
      })
  )

  atHub("has the extension's name above many if its texts cannot be read", ({ hub, browser, ask, alarm }) =>
    Effect.gen(function* () {
      const at = { last: 0 }
      listing(hub, at)
      yield* ask("chooseTrigger", { ...CHOSEN, isOn: true })
      browser.state.words = undefined
      at.last = 4
      yield* alarm
      assert.deepStrictEqual(
        browser.state.notified.map(({ title }) => title),
        ["Inlay"]
      )
    })
  )

  atHub("is shown once if two looks bring the same, also the most that one may bring", ({ hub, browser, ask, alarm }) =>
    Effect.gen(function* () {
      const at = { last: 0 }
      listing(hub, at, 100)
      yield* ask("chooseTrigger", { ...CHOSEN, isOn: true })
      at.last = 1000
      yield* Effect.all([alarm, alarm], { concurrency: 2 })
      assert.deepStrictEqual(
        browser.state.notified.map(({ title }) => title),
        ["1000 new events"]
      )
    })
  )

  atHub("is told although another one of its page cannot be read", ({ hub, browser, ask, alarm }) =>
    Effect.gen(function* () {
      listing(hub, { last: 0 })
      yield* ask("chooseTrigger", { ...CHOSEN, isOn: true })
      hub.state.instead = ({ path }) =>
        path === "/api/events"
          ? json(200, { events: [{ ...eventOf(1), timestamp: "soon" }, null, eventOf(3)], cursor: "3" })
          : undefined
      yield* alarm
      assert.deepStrictEqual(titles(browser.state.notified), ["New issue · acme/widgets | #3 Issue 3"])
    })
  )

  atHub("is not told where the filters of every subscription that is on refuse it", ({ hub, browser, ask, alarm }) =>
    Effect.gen(function* () {
      const refusedBy = new Map([
        [1, ["labelled"]],
        [2, ["labelled", "off"]],
        [3, ["labelled", "other"]],
        [4, []],
        [5, ["labelled", "elsewhere"]]
      ])
      const subscription = (id: string, enabled: boolean, repo = "Widgets") => ({
        id,
        name: id,
        trigger: "codehost_new_issue",
        account: "codehost/work",
        target: { owner: "acme", repo },
        filters: {},
        url: "https://agent.example/",
        enabled,
        disabledBecause: null
      })
      let subscriptions = [
        subscription("labelled", true),
        subscription("off", false),
        subscription("elsewhere", true, "x")
      ]
      let last = 0
      hub.state.instead = ({ path, query }) => {
        if (path === "/api/accounts") {
          return json(200, { accounts: [{ plugin: "codehost", name: "work", ok: true, settings: {} }] })
        }
        if (path === "/api/subscriptions") return json(200, { subscriptions })
        if (path !== "/api/events") return undefined
        const after = Number(query.get("cursor") ?? last)
        const events = Array.from({ length: last - after }, (_, n) => {
          const ids = refusedBy.get(after + 1 + n) ?? []
          return { ...eventOf(after + 1 + n), ...(ids.length > 0 && { refusedBy: ids }) }
        })
        return json(200, { events, cursor: String(last) })
      }
      yield* ask("chooseTrigger", { ...CHOSEN, isOn: true })
      // No subscription is of this one, and it wants no event of the hub.
      yield* ask("chooseTrigger", { ...CHOSEN, account: "work", isOn: true })
      const told = () => browser.state.notified.map(({ text }) => text)
      last = 2
      yield* alarm
      assert.deepStrictEqual(told(), [])
      // Another subscription for the same place accepts it.
      subscriptions = [...subscriptions, subscription("all", true)]
      last = 4
      yield* alarm
      assert.deepStrictEqual(told(), ["#3 Issue 3", "#4 Issue 4"])
      // No enabled subscription covers the place any more, so only the user's choice decides.
      subscriptions = [subscription("labelled", false)]
      last = 5
      yield* alarm
      assert.deepStrictEqual(told().slice(2), ["#5 Issue 5"])
    })
  )

  atHub("is told at once by the stream, and not again by the alarm", ({ hub, browser, ask, alarm }) =>
    Effect.gen(function* () {
      const at = { last: 0 }
      listing(hub, at)
      yield* ask("chooseTrigger", { ...CHOSEN, isOn: true })
      hub.state.instead = ({ path }) =>
        path === "/api/accounts"
          ? json(200, { accounts: [{ plugin: "codehost", name: "work", ok: true, settings: {} }] })
          : undefined
      const waiting = yield* Effect.forkChild(ask("nextEvents", { after: null }))
      while (hub.state.streams.size === 0) yield* Effect.sleep("5 millis")
      hub.emit(1, { data: data(1) })
      yield* Fiber.join(waiting)
      while (browser.state.notified.length === 0) yield* Effect.sleep("10 millis")
      for (const stream of hub.state.streams) stream.destroy()
      while (hub.state.streams.size > 0) yield* Effect.sleep("5 millis")
      listing(hub, at)
      at.last = 1
      yield* alarm
      assert.deepStrictEqual(titles(browser.state.notified), ["New issue · acme/widgets | #1 Issue 1"])
    })
  )

  atHub(
    "is told once if two views hear of it, and with those that come almost at the same time",
    ({ hub, browser, ask }) =>
      Effect.gen(function* () {
        listing(hub, { last: 0 })
        yield* ask("chooseTrigger", { ...CHOSEN, isOn: true })
        const { instead } = hub.state
        hub.state.instead = (asked) => (asked.path === "/api/events" ? undefined : instead(asked))
        /** Two views hear of these events, one after the other. */
        const hear = (...numbers: ReadonlyArray<number>) =>
          Effect.forEach(numbers, (number) =>
            Effect.gen(function* () {
              const view = ask("nextEvents", { after: String(number - 1) })
              const waiting = yield* Effect.forkChild(Effect.all([view, view], { concurrency: 2 }))
              while (hub.state.streams.size === 0) yield* Effect.sleep("5 millis")
              hub.emit(number, { data: data(number) })
              yield* Fiber.join(waiting)
            })
          )
        const { notified } = browser.state
        yield* hear(1, 2)
        assert.deepStrictEqual(notified, [])
        while (notified.length < 2) yield* Effect.sleep("10 millis")
        assert.deepStrictEqual(
          notified.map(({ text }) => text),
          ["#1 Issue 1", "#2 Issue 2"]
        )
        yield* hear(3, 4, 5, 6)
        while (notified.length < 3) yield* Effect.sleep("10 millis")
        assert.strictEqual(notified[2]?.title, "4 new events")
      })
  )

  atHub(
    "is not shown without the browser's permission, nor from a hub that the browser is no longer paired with",
    ({ hub, browser, ask, alarm }) =>
      Effect.gen(function* () {
        const at = { last: 0 }
        listing(hub, at)
        yield* ask("chooseTrigger", { ...CHOSEN, isOn: true })
        browser.state.mayNotify = false
        at.last = 1
        yield* alarm
        assert.deepStrictEqual(browser.state.notified, [])
        browser.state.mayNotify = true
        yield* ask("unpairHub", {})
        assert.strictEqual(browser.state.wakeSeconds, undefined)
        assert.deepStrictEqual(yield* ask("chosenTriggers", {}), { chosen: [] })
      })
  )

  /** Pairs with a program at another address while the paired hub is gone. */
  const pairElsewhere = (hub: StandIn, id: string, last: number) =>
    Effect.gen(function* () {
      yield* Effect.promise(hub.close)
      const other = yield* Effect.acquireRelease(
        Effect.promise(() => startStandIn()),
        ({ close }) => Effect.promise(close)
      )
      Object.assign(other.state, { id, tokenId: "tok-2" })
      const at = { last }
      listing(other, at)
      return { other, at }
    })

  atHub("is still shown after the same hub was paired again, at another address", ({ hub, browser, ask, alarm }) =>
    Effect.scoped(
      Effect.gen(function* () {
        listing(hub, { last: 7 })
        yield* ask("chooseTrigger", { ...CHOSEN, isOn: true })
        const { other } = yield* pairElsewhere(hub, hub.state.id, 8)
        yield* ask("pairHub", { address: other.origin, code: CODE, browser: "Chrome on Linux" })
        assert.deepStrictEqual(yield* ask("chosenTriggers", {}), { chosen: [CHOSEN] })
        yield* alarm
        assert.deepStrictEqual(titles(browser.state.notified), ["New issue · acme/widgets | #8 Issue 8"])
      })
    )
  )

  atHub("that came before the choice is not shown, although an earlier look at the hub ends after it", (world) =>
    Effect.gen(function* () {
      const { hub, browser, ask, alarm } = world
      const at = { last: 7 }
      listing(hub, at)
      yield* ask("chooseTrigger", { ...CHOSEN, isOn: true })
      const late = Promise.withResolvers<() => void>()
      const { instead } = hub.state
      hub.state.instead = (asked) => {
        if (asked.path !== "/api/events") return instead(asked)
        hub.state.instead = instead
        return (response) => late.resolve(() => void response.end(JSON.stringify({ events: [], cursor: "7" })))
      }
      const looking = yield* Effect.forkChild(alarm)
      const answer = yield* Effect.promise(() => late.promise)
      yield* ask("chooseTrigger", { ...CHOSEN, isOn: false })
      at.last = 9
      yield* ask("chooseTrigger", { ...CHOSEN, isOn: true })
      answer()
      yield* Fiber.join(looking)
      yield* alarm
      assert.deepStrictEqual(browser.state.notified, [])
    })
  )

  atHub("that came before the choice is not shown, although a look at the hub before ends after it", (world) =>
    Effect.gen(function* () {
      const { hub, browser, ask, alarm } = world
      const choose = ask("chooseTrigger", { ...CHOSEN, isOn: true })
      listing(hub, { last: 7 })
      const late = Promise.withResolvers<() => void>()
      const { instead } = hub.state
      const none = json(200, { events: [], cursor: "7" })
      hub.state.instead = (asked) =>
        asked.path === "/api/events" ? (response) => late.resolve(() => none(response)) : instead(asked)
      const looking = yield* Effect.forkChild(choose)
      const answer = yield* Effect.promise(() => late.promise)
      Object.assign(hub.state, { id: "hub-2", tokenId: "tok-2" })
      yield* ask("pairHub", { address: hub.origin, code: CODE, browser: "Chrome on Linux" })
      // The first look at the new hub fails, so that it has no cursor yet.
      hub.state.instead = (asked) => {
        if (asked.path !== "/api/events") return instead(asked)
        return asked.query.has("cursor") ? none : json(503, {})
      }
      yield* choose
      answer()
      yield* Fiber.join(looking)
      listing(hub, { last: 9 })
      yield* alarm
      assert.deepStrictEqual(browser.state.notified, [])
    })
  )

  atHub("can be chosen for each trigger that the hub has switched on", ({ hub, ask }) =>
    Effect.gen(function* () {
      const subscription = {
        id: "sub-1",
        name: "triage",
        trigger: OF_HUB.trigger,
        account: "codehost/work",
        target: { owner: "acme", repo: "widgets" },
        filters: {},
        url: "https://agent.example/hooks",
        disabledBecause: null
      }
      const off = { ...subscription, id: "sub-2", target: { owner: "acme", repo: "gadgets" }, enabled: false }
      hub.state.instead = ({ path }) => {
        if (path === "/api/subscriptions/health") return json(200, { health: [] })
        return path === "/api/subscriptions"
          ? json(200, { subscriptions: [{ ...subscription, enabled: true }, off] })
          : undefined
      }
      assert.deepStrictEqual((yield* ask("triggerPlaces", {})).places, [OF_HUB])
    })
  )

  atHub("of another hub needs a choice of its own", ({ hub, browser, ask, alarm }) =>
    Effect.scoped(
      Effect.gen(function* () {
        listing(hub, { last: 7 })
        yield* ask("chooseTrigger", { ...CHOSEN, isOn: true })
        const { other, at } = yield* pairElsewhere(hub, "hub-2", 9)
        yield* ask("pairHub", { address: other.origin, code: CODE, browser: "Chrome on Linux" })
        assert.strictEqual(browser.state.wakeSeconds, undefined)
        yield* alarm
        assert.deepStrictEqual(yield* ask("chosenTriggers", {}), { chosen: [] })
        yield* ask("chooseTrigger", { ...CHOSEN, isOn: true })
        at.last = 10
        yield* alarm
        assert.deepStrictEqual(titles(browser.state.notified), ["New issue · acme/widgets | #10 Issue 10"])
      })
    )
  )
})

describe("a repository that is watched from here", () => {
  live(
    "notifies of the chosen kinds, once despite a worker's death, with the account's own page",
    Effect.gen(function* () {
      let issues = [issue(41)]
      const { state, start } = makeBrowser()
      state.granted.add(CODEHOST)
      state.serve = serving({ "/repos/acme/widgets/issues": () => ({ status: 200, body: issues }) })
      const first = yield* start
      yield* first.ask("saveAccount", { ...HOST_FORM, values: hostValues, force: false })
      yield* first.ask("watchRepository", { ...AT, isWatched: true })
      // It came before the choice.
      issues = [issue(42), ...issues]
      yield* first.alarm
      const { places } = yield* first.ask("triggerPlaces", {})
      assert.deepStrictEqual(
        places.map(({ trigger, place }) => `${trigger} ${place}`),
        ["issue acme/widgets", "pullRequest acme/widgets", "runFailed acme/widgets", "mention acme/widgets"]
      )
      const [place] = places
      assert.isDefined(place)
      yield* first.ask("chooseTrigger", { ...place, title: "Neues Issue", isOn: true })
      issues = [
        issue(44, { pull_request: {} }),
        issue(43, { title: "It \u202Esqueaks", html_url: "https://evil.example/acme/widgets/issues/43" }),
        ...issues
      ]
      yield* first.alarm
      yield* first.stop
      const second = yield* start
      yield* second.alarm
      assert.deepStrictEqual(state.notified, [
        {
          id: "issue https://evil.example/acme/widgets/issues/43",
          title: "Neues Issue · acme/widgets",
          text: "#43 It squeaks",
          url: ""
        }
      ])
      issues = [issue(45), ...issues]
      yield* second.alarm
      assert.strictEqual(state.notified.at(-1)?.url, `${PAGE}/issues/45`)
    })
  )
})

// Tests the company beside a person, newer answers, and where a record is shown, with the whole worker over a fake
// network.
import type { TransportRequest } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"

import { ANN, OF, SUBJECT, connect, live, match } from "../../../tests/whole-worker.ts"

const company = (fields: object = {}) => ({
  status: 200,
  body: { company: { name: "Acme", domain: "acme.com.au", employee_count: 12, ...fields } }
})

const isCompany = ({ url }: TransportRequest) => String(url).endsWith("/enrich/company")

/** Ann's record names her company by a domain, a valid ABN and an ABN with wrong digits. */
const withCompany = (fields?: object) =>
  Effect.gen(function* () {
    const browser = yield* connect()
    browser.state.serve = (request) => (isCompany(request) ? company(fields) : match(request))
    yield* browser.enrich()
    browser.state.sent.length = 0
    const employer = (consent: "free" | "charge", subject = `person ${ANN}`) =>
      browser.ask("employer", { ...OF, tabId: 1, subject, consent, upTo: 1 })
    return { ...browser, employer }
  })

describe("the company beside a person", () => {
  live(
    "is offered with its price, bought by a click, and free from then on",
    Effect.gen(function* () {
      const { state, employer } = yield* withCompany()
      const offer = yield* employer("free")
      if (offer.state !== "ready") return assert.fail(JSON.stringify(offer))
      assert.deepStrictEqual([offer.price.upTo, state.sent.length], [1, 0])
      const bought = yield* employer("charge")
      if (bought.state !== "match") return assert.fail(JSON.stringify(bought))
      assert.deepStrictEqual([bought.card.title, bought.charged, bought.differences], ["Acme", 1, []])
      assert.deepStrictEqual(JSON.parse(state.sent[0]?.body ?? ""), { domain: "acme.com.au" })
      const again = yield* employer("free")
      assert.deepStrictEqual([again.state === "match" && again.charged, state.sent.length], [0, 1])
      return undefined
    })
  )

  live(
    "reports where both records disagree, and is not shown if it confirms none of the requested identifiers",
    Effect.gen(function* () {
      const { employer } = yield* withCompany({ name: "Zenith Ltd" })
      const differing = yield* employer("charge")
      assert.deepStrictEqual(differing.state === "match" && differing.differences, [
        { field: "name", ofPerson: "Acme", ofCompany: "Zenith Ltd" }
      ])
      const { employer: other } = yield* withCompany({ name: "Zenith", domain: "zenith.com.au" })
      const another = yield* other("charge")
      assert.deepStrictEqual(another.state === "another" && [another.name, another.charged], ["Zenith", 1])
    })
  )

  live(
    "is not bought again by another click if the answer was lost",
    Effect.gen(function* () {
      const { state, employer } = yield* withCompany()
      state.serve = () => "lost"
      const lost = yield* employer("charge")
      assert.strictEqual(lost.state === "failed" && lost.error.charged, "unknown")
      assert.strictEqual(state.mark, "1")
      state.serve = () => company()
      const blocked = yield* employer("charge")
      assert.deepStrictEqual(
        [blocked.state === "failed" && blocked.error.guard, state.sent.length],
        ["unknownCharge", 1]
      )
    })
  )

  live(
    "is not bought above the price that the user saw",
    Effect.gen(function* () {
      const { state, ask } = yield* withCompany()
      const refusal = yield* ask("employer", {
        ...SUBJECT,
        consent: "charge",
        upTo: 0.5
      })
      assert.strictEqual(refusal.state === "failed" && refusal.error.guard, "price")
      assert.strictEqual(state.sent.length, 0)
    })
  )

  live(
    "is not bought offline, but shown if it is saved",
    Effect.gen(function* () {
      const { state, employer } = yield* withCompany()
      state.online = false
      const offline = yield* employer("charge")
      assert.deepStrictEqual(offline.state === "failed" && offline.error.own, { is: "offline" })
      assert.strictEqual(state.sent.length, 0)
      state.online = true
      yield* employer("charge")
      state.online = false
      assert.strictEqual((yield* employer("charge")).state, "match")
    })
  )

  live(
    "is not bought by a look at what was saved, if that is gone by the time it is read",
    Effect.gen(function* () {
      const { state, ask, employer } = yield* withCompany()
      yield* employer("charge")
      const { rows } = yield* ask("history", OF)
      const ids = rows.flatMap(({ id, record }) => (record.of === "company" ? [id] : []))
      const erase = Effect.ignore(ask("eraseHistory", { ...OF, ids }))
      // The person's record is read before the company's.
      let reads = 0
      state.beforeRun = Effect.suspend(() => ((reads += 1) === 2 ? erase : Effect.void))
      const gone = yield* employer("free")
      assert.deepStrictEqual([gone.state === "failed" && gone.error.nothing, state.sent.length], ["sent", 1])
    })
  )

  live(
    "that the provider does not know is no match",
    Effect.gen(function* () {
      const { state, employer } = yield* withCompany()
      state.serve = () => ({ status: 404, body: { error: "no match" } })
      assert.deepStrictEqual(yield* employer("charge"), { state: "noMatch", charged: 0 })
    })
  )

  live(
    "is not offered for a record that is somebody else's",
    Effect.gen(function* () {
      const browser = yield* connect()
      const person = { full_name: "Zoe Quist", company: { name: "Acme", domain: "acme.com.au" } }
      browser.state.serve = () => ({ status: 200, body: { person } })
      assert.strictEqual((yield* browser.enrich()).state, "another")
      const of = { ...SUBJECT, consent: "free", upTo: null } as const
      assert.deepStrictEqual(yield* browser.ask("employer", of), { state: "none" })
    })
  )

  live(
    "is not offered for a person whose record names none",
    Effect.gen(function* () {
      const browser = yield* connect()
      browser.state.serve = () => ({ status: 200, body: { person: { full_name: "Ann Lee", profile_url: ANN } } })
      yield* browser.enrich()
      for (const consent of ["free", "charge"] as const) {
        const of = { ...SUBJECT, consent, upTo: 1 }
        assert.deepStrictEqual(yield* browser.ask("employer", of), { state: "none" })
      }
      assert.strictEqual(browser.state.sent.length, 1)
    })
  )

  live(
    "is offered only for the person in the tab, and only if their record is saved",
    Effect.gen(function* () {
      const { state, employer, ask } = yield* withCompany()
      const moved = yield* employer("charge", "person somebody")
      assert.deepStrictEqual(moved.state === "failed" && moved.error.own, { is: "movedOn" })
      yield* ask("forget", SUBJECT)
      const gone = yield* employer("charge")
      assert.deepStrictEqual(gone.state === "failed" && gone.error.own, { is: "expired" })
      assert.strictEqual(state.sent.length, 0)
    })
  )
})

describe("looking again", () => {
  live(
    "asks the provider once more, and its answer replaces the saved one",
    Effect.gen(function* () {
      const { state, enrich } = yield* connect()
      yield* enrich()
      state.serve = (request) => {
        const answer = match(request)
        return answer === "lost" ? answer : JSON.parse(JSON.stringify(answer).replace("Engineer", "Director"))
      }
      assert.deepStrictEqual(state.sent.length, 1)
      const newer = yield* enrich(ANN, "refresh", "popup")
      assert.match(newer.state === "match" ? newer.card.subtitle : "", /^Director/)
      assert.strictEqual(state.sent.length, 2)
      const saved = yield* enrich(ANN, "free", "popup")
      assert.match(saved.state === "match" ? saved.card.subtitle : "", /^Director/)
      assert.strictEqual(state.sent.length, 2)
    })
  )

  live(
    "keeps the saved answer if the provider returns none",
    Effect.gen(function* () {
      const { state, enrich } = yield* connect()
      yield* enrich()
      state.serve = () => ({ status: 401, body: { error: "bad key" } })
      assert.strictEqual((yield* enrich(ANN, "refresh", "popup")).state, "failed")
      assert.strictEqual((yield* enrich(ANN, "free", "popup")).state, "match")
    })
  )
})

describe("where a record is shown", () => {
  live(
    "is the page or the popup, never both; a page gets only the best facts, without their sources",
    Effect.gen(function* () {
      const { state, enrich } = yield* connect()
      const inPage = yield* enrich(ANN, "charge", "page")
      assert.deepStrictEqual([inPage.state === "match" && inPage.inPage, state.erased], ["shown", 0])
      const rows = state.drawn[0]?.card.sections.flatMap((section) => section.rows) ?? []
      assert.isNotEmpty(rows)
      for (const { source } of rows) assert.strictEqual(source, "")
      const here = yield* enrich(ANN, "free", "popup")
      assert.deepStrictEqual([here.state === "match" && here.inPage, state.erased, state.drawn.length], ["here", 1, 1])
    })
  )
})

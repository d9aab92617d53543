import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"

import { connect, live, match, OF } from "../../tests/whole-worker.ts"

const CRITERIA = { ...OF, position: "Buyer", seniority: "", department: "", company: "Acme" }

describe("a search for people", () => {
  live(
    "shows its price without sending anything, and is sent once with the fields that are filled in",
    Effect.gen(function* () {
      const { ask, state } = yield* connect({ price_search: "3" })
      state.serve = (request) =>
        String(request.url).endsWith("/search/people")
          ? { status: 200, body: { people: [{ full_name: "Cat Wu", job_title: "Buyer" }], total: 7 } }
          : match(request)
      assert.strictEqual((yield* ask("peoplePrice", CRITERIA)).upTo, 3)
      assert.strictEqual(state.sent.length, 0)
      const { people, total, charged } = yield* ask("people", CRITERIA)
      assert.deepStrictEqual(
        [people.map(({ name, title }) => [name, title]), total, charged],
        [[["Cat Wu", "Buyer"]], 7, 3]
      )
      assert.deepStrictEqual(
        state.sent.map(({ body }) => JSON.parse(body ?? "")),
        [{ position: "Buyer", company: "Acme" }]
      )
      assert.strictEqual((yield* ask("spending", OF)).today, 3)
    })
  )

  live(
    "passes on the provider's next page, which is asked for as it came",
    Effect.gen(function* () {
      const { ask, state } = yield* connect({ price_search: "2" })
      const row = (n: number) => ({ full_name: `Person ${n}`, job_title: "Buyer ".repeat(40) })
      const pages = [Array.from({ length: 90 }, (_, n) => row(n)), [row(90)]]
      state.serve = (request) => {
        if (!String(request.url).endsWith("/search/people")) return match(request)
        const { page = 1 } = JSON.parse(request.body ?? "{}") as { readonly page?: number }
        return { status: 200, body: { people: pages[page - 1], page, total_pages: 2 } }
      }
      const first = yield* ask("people", CRITERIA)
      assert.strictEqual(first.people.length, 90)
      const second = yield* ask("people", { ...CRITERIA, position: "Other", next: first.next ?? {} })
      assert.deepStrictEqual([second.people.map(({ name }) => name), second.next], [["Person 90"], null])
      assert.deepStrictEqual(JSON.parse(state.sent.at(-1)?.body ?? ""), {
        position: "Buyer",
        company: "Acme",
        page: 2
      })
      assert.strictEqual(state.sent.length, 2)
    })
  )

  live(
    "without a criterion, or without a price under a cap, is refused before anything is sent",
    Effect.gen(function* () {
      const { ask, state } = yield* connect()
      const empty = yield* Effect.flip(ask("people", { ...CRITERIA, position: " ", company: "" }))
      assert.strictEqual(empty.reason, "Invalid")
      const priceless = yield* Effect.flip(ask("people", CRITERIA))
      assert.strictEqual(priceless.guard, "cap")
      assert.strictEqual(state.sent.length, 0)
    })
  )
})

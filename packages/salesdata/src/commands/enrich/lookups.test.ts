/** When a list stops, and when it goes on, by what the provider responds to its rows. */
import { Runner } from "@inlay/agent-plugin/Runner"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

import { lists } from "../../../tests/lists.ts"
import { standIn, type StandInAnswer } from "../../../tests/stand-in.ts"
import { world } from "../../../tests/world.ts"

const provider = standIn()
/** How many runs are still made before each is refused. */
let left = Number.POSITIVE_INFINITY
let refusal: ProviderError | undefined
/** The e-mail address whose answer is known when the list is estimated, and no longer when it is looked up. */
let forgotten: string | undefined
/** Ends when the command is stopped. */
let stopping: Promise<void> = new Promise(() => {})
const whole = world()
const { enriched, refused, rowsOf, files, notices } = lists({
  ...whole,
  within: (effect, values) =>
    whole.within(
      Effect.updateService(effect, Runner, (runner) => ({
        ...runner,
        preview: (...of) =>
          Effect.map(runner.preview(...of), (preview) =>
            emailOf(of[1]) === forgotten ? { ...preview, cached: { match: true, fetchedAt: "2026-01-01" } } : preview
          ),
        run: (...of) => (left-- > 0 || refusal === undefined ? runner.run(...of) : Effect.fail(refusal))
      })).pipe(
        Effect.raceFirst(
          Effect.andThen(
            Effect.promise(() => stopping),
            Effect.interrupt
          )
        )
      ),
      values
    )
})

const emails = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@firm.example`)
const listOf = (count: number) => `email\n${emails(count).join("\n")}\n`
const flags = { out: "out.csv", cap: 500 }
const emailOf = (body: unknown): string => (body as { readonly email: string }).email
const ofPerson = (body: unknown): StandInAnswer => ({
  body: { person: { full_name: "A Person", emails: [emailOf(body)] } }
})
/** Responds with an answer to the e-mail addresses from one number to another, and with a person to the others. */
const answerFromTo = (from: number, to: number, answer: StandInAnswer) =>
  provider.answer((_, body) => {
    const at = emails(to + 1).indexOf(emailOf(body))
    return at >= from ? answer : ofPerson(body)
  })
const account = () => ({ base_url: provider.origin() })
const asked = () => provider.asked().length

it.each<readonly [string, string, StandInAnswer]>([
  ["a page", "Decode", { body: "<html>Please sign in to the network</html>" }],
  ["an unfinished job", "Decode", { status: 202, body: { status: "queued", job_id: "1" } }],
  ["an unknown body", "Decode", { body: { status: "ok", payload_b64: "AAAA" } }],
  ["a failure", "Unavailable", { status: 500, body: { error: "boom" } }],
  ["“no such path”", "NotFound", { status: 404, body: { message: "Cannot POST /enrich/person" } }],
  ["a refusal", "Forbidden", { status: 403, body: { message: "Your plan has no enrichment" } }]
])("a list whose rows are all answered by %s stops after a few of them, and fails", async (_, tag, answer) => {
  asked()
  provider.answer(() => answer)
  const { reason } = await refused(listOf(40), flags, account())
  expect([reason._tag, asked(), files.size]).toEqual([tag, 8, 0])
})

it("says which rows of a list that failed may have been charged", async () => {
  provider.answer(() => ({ body: { status: "ok", payload_b64: "AAAA" } }))
  const error = await refused(listOf(2), flags, account())
  expect([error.reason._tag, error.charged]).toEqual(["Decode", "unknown"])
  expect(notices.at(-1)?.[0]).toMatch(/^2 rows may have been charged without an answer: `inlay charges`/)
})

it("stops at answers that cannot be read though every second row is known", async () => {
  provider.answer((_, body) => ofPerson(body))
  const known = emails(40).filter((_, n) => n % 2 === 0)
  await enriched(`email\n${known.join("\n")}\n`, flags, account())
  asked()
  provider.answer(() => ({ body: "<html>Please sign in</html>" }))
  expect(await enriched(listOf(40), flags, account())).toMatchObject({ match: 20, chargeUnknown: 8, notAsked: 12 })
  expect(asked()).toBe(8)
})

it("one person's refusal is that row's failure, and the rows after it are looked up", async () => {
  answerFromTo(3, 3, { status: 403, body: { message: "This contact has opted out" } })
  expect(await enriched(listOf(20), flags, account())).toMatchObject({ match: 19, failed: 1, notAsked: 0 })
  expect(rowsOf()[3]).toMatchObject({ inlay_status: "failed", inlay_note: expect.stringContaining("opted out") })
})

it("refusals of several people in a row do not stop the list, but a key that has lost its right does", async () => {
  const forbidden = { status: 403, body: { message: "Not available" } }
  answerFromTo(8, 15, forbidden)
  expect(await enriched(listOf(24), flags, account())).toMatchObject({ match: 16, failed: 8, notAsked: 0 })
  asked()
  answerFromTo(24, 99, forbidden)
  expect(await enriched(listOf(80), flags, account())).toMatchObject({ match: 24, failed: 32, notAsked: 24 })
  expect(asked()).toBe(40)
})

it.each<readonly [string, StandInAnswer]>([
  ["whose credits are used up", { status: 402, body: { message: "No credits left" } }],
  ["that asks for a pause of an hour", { status: 429, body: {}, headers: { "retry-after": "3600" } }]
])("after a provider %s, the rows that it refused are not asked, and those after them neither", async (_, answer) => {
  asked()
  answerFromTo(8, 99, answer)
  expect(await enriched(listOf(24), flags, account())).toMatchObject({ match: 8, failed: 0, notAsked: 16 })
  expect(asked()).toBe(16)
})

it.each([409, 422])("rows that are rejected with the status %s do not stop the list", async (status) => {
  answerFromTo(0, 39, { status, body: { message: "Not like this" } })
  expect(await enriched(listOf(48), flags, account())).toMatchObject({ match: 8, failed: 40, notAsked: 0 })
})

it("a list that stopped is written if all that it got were answers without a match", async () => {
  provider.answer((_, body) =>
    emails(8).includes(emailOf(body)) ? { body: { person: null } } : { status: 401, body: {} }
  )
  expect(await enriched(listOf(16), flags, account())).toMatchObject({ noMatch: 8, notAsked: 8 })
})

it("a price that rises while the list is looked up is not paid: the rows after that are not asked", async () => {
  const prices = { ...account(), price_person: "2" }
  asked()
  provider.answer((_, body) => {
    prices.price_person = "20"
    return ofPerson(body)
  })
  expect(await enriched(listOf(16), flags, prices)).toMatchObject({ match: 8, notAsked: 8, credits: 16 })
  expect(rowsOf()[15]).toMatchObject({ inlay_note: expect.stringContaining("up to 20 credits") })
  expect(asked()).toBe(8)
})

it("does not buy a row that was to be free, and looks up the rows after it", async () => {
  provider.answer((_, body) => ofPerson(body))
  ;[forgotten] = emails(1)
  expect(await enriched(listOf(16), flags, account())).toMatchObject({ known: 1, match: 15, notAsked: 1 })
  expect(rowsOf()[0]).toMatchObject({ inlay_status: "not asked" })
  forgotten = undefined
})

it("a list that is stopped waits for the lookups under way, so that none of their charges is unknown", async () => {
  const stopped = Promise.withResolvers<void>()
  stopping = stopped.promise
  provider.answer((_, body) => (stopped.resolve(), ofPerson(body)))
  asked()
  await expect(enriched(listOf(24), flags, account())).rejects.toThrow()
  stopping = new Promise(() => {})
  expect(asked()).toBe(8)
  expect(await enriched(listOf(24), flags, account())).toMatchObject({ known: 8, match: 24, chargeUnknown: 0 })
})

it("spends a cap of decimals to its end", async () => {
  provider.answer((_, body) => ofPerson(body))
  const prices = { ...account(), price_person: "0.1" }
  expect(await enriched(listOf(4), { ...flags, cap: 0.3 }, prices)).toMatchObject({ match: 3, notAsked: 1 })
})

it.each(["ledger", "vault"] as const)(
  "stops once the %s cannot be used: every other row would meet that, too",
  async (guard) => {
    provider.answer((_, body) => ofPerson(body))
    left = 5
    refusal = new ProviderError({
      provider: "salesdata",
      operation: "enrichPerson",
      reason: { _tag: "Refused", guard, what: "It cannot be used: disk.", nothing: "sent" }
    })
    expect(await enriched(listOf(40), flags, account())).toMatchObject({ match: 5, failed: 0, notAsked: 35 })
    // Some rows were under way when the first was refused.
    expect(left).toBeGreaterThan(-10)
  }
)

/** Tests that each fixture is read as its `expect` says. Providers' formats differ, but the record does not. */
import { readFileSync, readdirSync } from "node:fs"

import { describe, expect, it } from "vitest"

import { failures } from "./errors.ts"
import { judgeCompany, judgePerson, keysOfAnswer } from "./judges.ts"
import { emptyPage } from "./reading/search-page.ts"
import { allJudges, judgeSearch } from "./search-judge.ts"

const failureOf = failures(allJudges)

interface Fixture {
  readonly description: string
  readonly status: number
  readonly body: unknown
  readonly expect: Readonly<Record<string, unknown>>
}

const folder = new URL("../../fixtures/", import.meta.url)
const fixtures = (prefix: string): ReadonlyArray<readonly [string, Fixture]> =>
  readdirSync(folder)
    .filter((file) => file.startsWith(prefix))
    .map((file) => [file, JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Fixture])

/**
 * Converts a record to the fixtures' terms: only the addresses of e-mails, unless their details are named, and the
 * employer without its profile URL.
 */
const inWords = (record: object, names: ReadonlyArray<string>) => {
  const words: Record<string, unknown> = {}
  for (const key of names) {
    const value: unknown = Reflect.get(record, key)
    if (key === "emailDetails") words[key] = Reflect.get(record, "emails")
    else if (key === "emails") words[key] = (value as ReadonlyArray<{ value: string }>).map((email) => email.value)
    else if (key === "company" && typeof value === "object" && value !== null) {
      const { name, domain, abn } = value as { name: unknown; domain: unknown; abn: unknown }
      words[key] = { name, domain, abn }
    } else words[key] = value
  }
  return words
}

/** What a fixture expects, with the parts of a location joined as in the record. */
const expected = ({
  match: _match,
  drift: _drift,
  credits: _credits,
  ...fields
}: Readonly<Record<string, unknown>>) => ({
  ...fields,
  ...(typeof fields["location"] === "object" &&
    fields["location"] !== null && {
      location: Object.values(fields["location"])
        .filter((part) => part !== null)
        .join(", ")
    })
})

describe.each([
  ["person", fixtures("person-"), judgePerson],
  ["company", fixtures("company-"), judgeCompany]
] as const)("%s", (kind, all, judge) => {
  it.each(all)("%s", (_, fixture) => {
    expect(failureOf({ ...fixture, headers: {}, receivedAtMillis: 0 }, `/enrich/${kind}`)).toBeUndefined()
    expect(keysOfAnswer(kind, fixture, [])).toBeDefined()
    const judgment = judge(fixture)
    const reading = judgment._tag === "Match" ? judgment.reading : undefined
    const expectation = expected(fixture.expect)
    expect(inWords(reading?.value ?? {}, Object.keys(expectation))).toEqual(expectation)
    expect((reading?.drift.length ?? 0) > 0).toBe(fixture.expect["drift"] === true)
  })
})

it.each(fixtures("no-match-"))("%s is no match, for both kinds", (_, fixture) => {
  for (const kind of ["person", "company"] as const) {
    expect(failureOf({ ...fixture, headers: {}, receivedAtMillis: 0 }, `/enrich/${kind}`)).toBeUndefined()
    expect(keysOfAnswer(kind, fixture, [])).toBeUndefined()
  }
})

it.each([...fixtures("error-"), ...fixtures("throttle-")])("%s is a failure", (_, fixture) => {
  expect(failureOf({ ...fixture, headers: {}, receivedAtMillis: 0 }, "/enrich/person")?._tag).toBe(
    fixture.expect["error"]
  )
})

it.each(fixtures("search-"))("%s", (_, fixture) => {
  const judgment = judgeSearch(fixture)
  expect(judgment._tag).not.toBe("Failure")
  const { people, total } = judgment._tag === "Match" ? judgment.reading.value : emptyPage(fixture.body)
  const expectations = fixture.expect["people"] as ReadonlyArray<Readonly<Record<string, unknown>>>
  expect(people.map((person, i) => inWords(person, Object.keys(expectations[i] ?? {})))).toEqual(
    expectations.map(expected)
  )
  expect(total).toBe(fixture.expect["total"] ?? null)
})

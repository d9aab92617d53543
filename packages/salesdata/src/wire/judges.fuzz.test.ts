// Random responses made of the words that providers use: each is judged, and none crashes a reader or takes long.
import { readCredits } from "@inlay/core-http/Credits"
import { inTime, numbers, pick, randomJson } from "@inlay/core-http/testing/fuzz"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

import { Company } from "../schema/Company.ts"
import { Person } from "../schema/Person.ts"
import { failures } from "./errors.ts"
import { companyKeys, judgeCompany, judgePerson, personKeys } from "./judges.ts"
import { allJudges, judgeSearch } from "./search-judge.ts"

const failureOf = failures(allJudges)

/** `pnpm test:full` sets `INLAY_FUZZ` to ten times as many. */
const INPUTS = Number(process.env["INLAY_FUZZ"] ?? 3_000)
const WORDS =
  "person company data results people emails email phones phone name first_name title domain abn website profile_url location city state credits charged total next_cursor page errors error message status code match found id job pending success employee_count employees has_email id".split(
    " "
  )
const TEXTS = ["ada@example.com", "https://network.example/in/ada", "example.com", "51 824 753 556", "No person found"]
const STATUSES = [200, 200, 200, 201, 202, 204, 400, 401, 403, 404, 422, 429, 500, 503]
const SITES = ["network.example"]

it("any response is judged, and the result matches its schema", { timeout: 120_000 }, () => {
  const next = numbers(2)
  const isPerson = Schema.is(Person)
  const isCompany = Schema.is(Company)
  for (let n = 0; n < INPUTS; n++) {
    const answer = { status: pick(next, STATUSES), body: randomJson(next, [...WORDS, ...TEXTS]) }
    const question = { email: "ada@example.com" }
    const { person, company, search, reason } = inTime(answer, () => ({
      person: judgePerson(answer, question),
      company: judgeCompany(answer, { domain: "example.com" }),
      search: judgeSearch(answer, { company: "Example" }),
      reason: failureOf({ ...answer, headers: {}, receivedAtMillis: 0 }, "/enrich/person", "POST", question)
    }))
    if (person._tag === "Match") {
      if (!isPerson(person.reading.value)) expect.fail(`no person: ${JSON.stringify(answer)}`)
      personKeys(person.reading.value, SITES)
    }
    if (company._tag === "Match") {
      if (!isCompany(company.reading.value)) expect.fail(`no company: ${JSON.stringify(answer)}`)
      companyKeys(company.reading.value, SITES)
    }
    if (search._tag === "Match" && !search.reading.value.people.every(isPerson)) {
      expect.fail(`no people: ${JSON.stringify(answer)}`)
    }
    if ((person._tag === "Failure") !== (reason !== undefined)) expect.fail(JSON.stringify(answer))
    readCredits(answer.body)
  }
})

// 100,000 random responses that use the service's vocabulary: each gives a reason or `undefined`, and no parser throws.
import { inTime, numbers, pick, randomJson } from "@inlay/core-http/testing/fuzz"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { expect, it } from "vitest"

import { Issue } from "../schema/Issue.ts"
import { failureOf } from "./graphql-policy.ts"
import { graphqlFailure } from "./reasons/graphql-errors.ts"
import { decoder } from "./service.ts"

const INPUTS = Number(process.env["INLAY_FUZZ"] ?? 3_000)
const WORDS =
  "message errors error documentation_url resource field code value index block reason created_at items total_count id number title user login labels name type path extensions data status".split(
    " "
  )
const TEXTS = [
  "Not Found",
  "Validation Failed",
  "already_exists",
  "missing_field",
  "secondary rate limit",
  "RATE_LIMITED"
]
const STATUSES = [200, 400, 401, 402, 403, 404, 405, 409, 410, 413, 415, 422, 429, 451, 500, 502, 503]
const HEADERS = ["5000", "0", "-1", "1e400", "9".repeat(40), "99999999999", "Fri, 31 Dec 9999 23:59:59 GMT", "x", ""]
const NAMES = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "retry-after",
  "date",
  "x-oauth-scopes"
]
const NOW = Date.UTC(2026, 10, 22)

it("any answer gives a reason or none, and no wait is longer than a day", { timeout: 120_000 }, () => {
  const next = numbers(3)
  const decode = decoder("fuzz", Schema.Array(Issue))
  for (let n = 0; n < INPUTS; n++) {
    const body = randomJson(next, [...WORDS, ...TEXTS])
    const headers = Object.fromEntries(NAMES.flatMap((name) => (next(2) === 0 ? [[name, pick(next, HEADERS)]] : [])))
    const answer = { status: pick(next, STATUSES), headers, body, receivedAtMillis: NOW }
    const endpoint = pick(next, ["/repos/a/b", "/graphql"])
    for (const reason of inTime(answer, () => [failureOf(answer, endpoint, "GET"), graphqlFailure(answer)])) {
      if (reason === undefined) continue
      if (reason.what === "" || reason.what.length > 4_000) expect.fail(JSON.stringify(answer))
      if ("retryAfterSeconds" in reason && !((reason.retryAfterSeconds ?? 0) <= 86_400)) {
        expect.fail(JSON.stringify(answer))
      }
    }
    if (n % 10 === 0) inTime(body, () => Effect.runSync(Effect.result(decode({ body }))))
  }
})

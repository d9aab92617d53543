/** Checks an account for free. */
import { problemOf, type AccountKind, type CheckReport } from "@inlay/agent-plugin/Account"
import * as HttpClient from "@inlay/core-http/Client"
import * as Effect from "effect/Effect"

import * as Call from "../client/check.ts"
import { httpOptions } from "../client/http.ts"
import { lookupJudges } from "../wire/judges.ts"
import { settingsOf } from "./settings.ts"

const capLimit = (label: string, credits: string | undefined): CheckReport["limits"] =>
  credits === undefined ? [] : [{ label, value: credits === "1" ? "1 credit" : `${credits} credits` }]

/** Checks that the address responds and the key is accepted. Reports the remaining rate limit and the caps. */
export const check: AccountKind["check"] = Effect.fnUntraced(function* (account) {
  const settings = yield* Effect.fromResult(settingsOf(account))
  const http = yield* HttpClient.makeSmall(httpOptions(settings, lookupJudges))
  const problem = yield* Call.check(http).pipe(
    Effect.as(undefined),
    Effect.catch((error) => Effect.succeed(problemOf(error)))
  )
  const rate = http.rateLimit()
  const report: CheckReport = {
    ok: problem === undefined,
    scopes: [],
    limits: [
      ...(rate === undefined
        ? []
        : [
            {
              label: "Rate limit",
              value: `${rate.remaining}${rate.limit === undefined ? "" : ` of ${rate.limit}`} left`
            }
          ]),
      ...capLimit("Day cap", account.settings["cap_day"]),
      ...capLimit("Run cap", account.settings["cap_run"])
    ],
    problems: problem === undefined ? [] : [problem]
  }
  return report
})

/** The browser's client of the code host: runs the steps of an account and checks the account. */
import type { AccountKind } from "@inlay/agent-plugin/Account"
import type { Connection, Runnable } from "@inlay/agent-plugin/Plugin"
import * as HttpClient from "@inlay/core-http/Client"
import * as ConditionalReads from "@inlay/core-http/ConditionalReads"
import { invalid, undocumented, type ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer, Spend } from "@inlay/core-http/Spend"
import type { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"

import { checkBy } from "../account/inspection.ts"
import { settingsOf } from "../account/settings.ts"
import { httpOptions } from "../client/http.ts"
import type { Settings } from "../client/settings.ts"
import { guardOf, namesOf } from "../restriction/guard.ts"
import { fieldsOf } from "../wire/reasons/service-words.ts"
import { onlyEtag } from "./conditional.ts"
import { problemsOf, steps, type Input } from "./steps.ts"

/** A small cache is enough: a service worker lives for minutes and only reads short lists. */
const UNCHANGED_READS_BYTES = 2 * 1024 * 1024

const clientOf = (settings: Settings): Effect.Effect<HttpClient.Client, never, Transport | Spend> => {
  const guard = guardOf(namesOf(settings.repositories ?? []), settings.readOnly === true)
  return HttpClient.makeSmall(
    {
      ...httpOptions(settings),
      baseAddress: settings.baseAddress,
      conditionalReads: ConditionalReads.within(UNCHANGED_READS_BYTES),
      ...(guard !== undefined && { guard })
    },
    onlyEtag
  )
}

/** The operation of an account's check, as its errors name it. */
const CHECK = "check"

/** Returns the body of a check's response if it has the required fields. */
const bodyWith =
  <A>(is: (body: Readonly<Record<string, unknown>>) => boolean) =>
  ({ body }: Answer): Effect.Effect<A, ProviderError> =>
    is(fieldsOf(body)) ? Effect.succeed(body as A) : Effect.fail(undocumented("codehost", CHECK))

const isLimit = (value: unknown): boolean => typeof fieldsOf(value)["remaining"] === "number"

export const check: AccountKind["check"] = checkBy((settings) =>
  Effect.map(clientOf(settings), ({ call }) => {
    const read = (endpoint: string) => call({ operation: CHECK, method: "GET", endpoint })
    return {
      identity: Effect.gen(function* () {
        const answer = yield* read("/user")
        const { login } = yield* bodyWith<{ readonly login: string }>((body) => typeof body["login"] === "string")(
          answer
        )
        return { login, headers: answer.headers }
      }),
      repository: ({ owner, repo }) =>
        Effect.flatMap(
          read(`/repos/${owner}/${repo}`),
          bodyWith((body) => typeof body["full_name"] === "string")
        ),
      limits: Effect.flatMap(
        read("/rate_limit"),
        bodyWith(({ resources }) => Object.values(fieldsOf(resources)).every(isLimit))
      )
    }
  })
)

export const connect: Runnable["connect"] = Effect.fnUntraced(function* (account) {
  const { call, preview } = yield* clientOf(yield* Effect.fromResult(settingsOf(account)))
  const prepared = Effect.fnUntraced(function* (id: string, input: unknown) {
    const step = steps.find((one) => one.id === id)
    if (step === undefined) return yield* Effect.die(new Error(`codehost does not have the step ${id}`))
    const problems = problemsOf(step, input)
    if (problems.length > 0) return yield* invalid("codehost", step.operation, problems)
    return { step, request: { operation: step.operation, ...step.request(input as Input) } }
  })
  const connection: Connection = {
    run: Effect.fnUntraced(function* (id, input) {
      const { step, request } = yield* prepared(id, input)
      const output = step.output(yield* call(request))
      return output === undefined ? yield* undocumented("codehost", step.operation) : output
    }),
    preview: (id, input) => Effect.flatMap(prepared(id, input), ({ request }) => preview(request))
  }
  return connection
})

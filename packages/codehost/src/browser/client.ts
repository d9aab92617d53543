/** The browser's client of the code host: runs the steps of an account and checks the account. */
import type { AccountKind } from "@inlay/agent-plugin/Account"
import type { Connection, Runnable } from "@inlay/agent-plugin/Plugin"
import * as HttpClient from "@inlay/core-http/Client"
import * as ConditionalReads from "@inlay/core-http/ConditionalReads"
import { invalid, invalidReason, undocumented } from "@inlay/core-http/ProviderError"
import type { Spend } from "@inlay/core-http/Spend"
import type { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { checkBy } from "../account/inspection.ts"
import { settingsOf } from "../account/settings.ts"
import { httpOptions } from "../client/http.ts"
import type { Settings } from "../client/settings.ts"
import { guardOf, namesOf } from "../restriction/guard.ts"
import { notUnderstood } from "../wire/look-at.ts"
import { fieldsOf } from "../wire/reasons/service-words.ts"
import { problemsOf, steps, type Input } from "./steps.ts"

/** A small cache is enough: a service worker lives for minutes and only reads short lists. */
const UNCHANGED_READS_BYTES = 2 * 1024 * 1024

/** RFC 9110, section 8.8.3, in visible ASCII. */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7E]{0,256}"$/

/** Allows only one request header in the browser: an ETag, so that reading unchanged data again costs nothing. */
const onlyEtag = (headers: Readonly<Record<string, string>>) => {
  const wrong = Object.entries(headers).filter(([name, value]) => name !== "if-none-match" || !ETAG.test(value))
  return wrong.length === 0
    ? Result.succeed(headers)
    : Result.fail(invalidReason([{ field: "headers", message: "may only contain if-none-match with an ETag" }]))
}

/** The failures of GraphQL are in responses of success, which this client would take for answers. */
const noGraphql = invalidReason([{ field: "endpoint", message: "must not be /graphql, which browsers cannot call" }])

const clientOf = (settings: Settings): Effect.Effect<HttpClient.Client, never, Transport | Spend> => {
  const guard = guardOf(namesOf(settings.repositories ?? []), settings.readOnly === true)
  return HttpClient.makeSmall(
    {
      ...httpOptions(settings),
      baseAddress: settings.baseAddress,
      conditionalReads: ConditionalReads.within(UNCHANGED_READS_BYTES),
      guard: (request, path) => (path.toLowerCase() === "/graphql" ? noGraphql : guard?.(request, path))
    },
    onlyEtag
  )
}

/** The operation of an account's check, as its errors name it. */
const CHECK = "check"

export const check: AccountKind["check"] = checkBy((settings) =>
  Effect.map(clientOf(settings), ({ call }) => {
    /** Reads a body that has the required fields. */
    const read = <A>(endpoint: string, is: (body: Readonly<Record<string, unknown>>) => boolean) =>
      Effect.flatMap(call({ operation: CHECK, method: "GET", endpoint }), ({ body, headers }) =>
        is(fieldsOf(body)) ? Effect.succeed({ ...(body as A), headers }) : Effect.fail(undocumented("codehost", CHECK))
      )
    return {
      identity: read<{ readonly login: string }>("/user", ({ login }) => typeof login === "string"),
      repository: ({ owner, repo }) =>
        read(`/repos/${owner}/${repo}`, ({ full_name: name }) => typeof name === "string"),
      limits: read("/rate_limit", ({ resources }) =>
        Object.values(fieldsOf(resources)).every((limit) => typeof fieldsOf(limit)["remaining"] === "number")
      )
    }
  })
)

export const connect: Runnable["connect"] = Effect.fnUntraced(function* (account) {
  const { call, preview } = yield* clientOf(yield* Effect.fromResult(settingsOf(account)))
  const prepared = Effect.fnUntraced(function* (id: string, input: unknown) {
    const step = steps.find((one) => one.id === id)
    if (step === undefined) return yield* Effect.die(new Error(`codehost has no step ${id}`))
    const problems = problemsOf(step, input)
    if (problems.length > 0) return yield* invalid("codehost", step.operation, problems)
    return { step, request: { operation: step.operation, ...step.request(input as Input) } }
  })
  const connection: Connection = {
    run: Effect.fnUntraced(function* (id, input) {
      const { step, request } = yield* prepared(id, input)
      const output = step.output(yield* call(request))
      return output === undefined ? yield* notUnderstood(request) : output
    }),
    preview: (id, input) => Effect.flatMap(prepared(id, input), ({ request }) => preview(request))
  }
  return connection
})

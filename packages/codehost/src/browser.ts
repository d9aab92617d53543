/**
 * The plugin as a browser carries it: an account by a token, and the steps that a repository's page has use for, over the
 * client alone. Schemas, triggers, sign-ins and what describes steps to agents stay out: a worker is loaded with every click.
 */
import type { AccountKind } from "@inlay/agent-plugin/Account"
import type { Connection, Runnable } from "@inlay/agent-plugin/Plugin"
import * as HttpClient from "@inlay/core-http/Client"
import * as ConditionalReads from "@inlay/core-http/ConditionalReads"
import { invalid, ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer, Spend } from "@inlay/core-http/Spend"
import type { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"

import { tokenFields } from "./account/fields.ts"
import { checkBy } from "./account/inspection.ts"
import { settingsOf } from "./account/settings.ts"
import { onlyEtag } from "./browser/conditional.ts"
import { problemsOf, steps, type Input } from "./browser/steps.ts"
import { httpOptions } from "./client/http.ts"
import type { Settings } from "./client/settings.ts"
import { guardOf, namesOf } from "./restriction/guard.ts"
import { fieldsOf } from "./wire/reasons/service-words.ts"

/** A worker lives for minutes, and what it reads are lists of a screen. */
const UNCHANGED_READS_BYTES = 2 * 1024 * 1024

const undocumented = (operation: string) =>
  new ProviderError({
    provider: "codehost",
    operation,
    reason: {
      _tag: "Decode",
      what: "The answer is not as documented.",
      remedy: { to: "checkAddress", of: "base", unchanged: "serviceChanged" }
    }
  })

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

/** An answer's body, where it has what it must have. */
const bodyWith =
  <A>(operation: string, is: (body: Readonly<Record<string, unknown>>) => boolean) =>
  ({ body }: Answer): Effect.Effect<A, ProviderError> =>
    is(fieldsOf(body)) ? Effect.succeed(body as A) : Effect.fail(undocumented(operation))

const isLimit = (value: unknown): boolean => typeof fieldsOf(value)["remaining"] === "number"

const check: AccountKind["check"] = checkBy((settings) =>
  Effect.map(clientOf(settings), ({ call }) => {
    const read = (endpoint: string) => call({ operation: "check", method: "GET", endpoint })
    return {
      identity: Effect.gen(function* () {
        const answer = yield* read("/user")
        const { login } = yield* bodyWith<{ readonly login: string }>(
          "check",
          (body) => typeof body["login"] === "string"
        )(answer)
        return { login, headers: answer.headers }
      }),
      repository: ({ owner, repo }) =>
        Effect.flatMap(
          read(`/repos/${owner}/${repo}`),
          bodyWith("check", (body) => typeof body["full_name"] === "string")
        ),
      limits: Effect.flatMap(
        read("/rate_limit"),
        bodyWith("check", ({ resources }) => Object.values(fieldsOf(resources)).every(isLimit))
      )
    }
  })
)

/** A token that its owner made. Sign-ins need an app of one's own and a program that waits: the hub has them. */
const accessToken: AccountKind = {
  id: "token",
  title: "Access token",
  fields: tokenFields,
  validate: settingsOf,
  check
}

/** For a `Runner`. */
export const plugin: Runnable = {
  id: "codehost",
  title: "Code host",
  accountKinds: [accessToken],
  toolSteps: steps.map(({ info }) => info),
  connect: Effect.fnUntraced(function* (account) {
    const { call, preview } = yield* clientOf(yield* Effect.fromResult(settingsOf(account)))
    const prepared = Effect.fnUntraced(function* (id: string, input: unknown) {
      const step = steps.find(({ info }) => info.id === id)
      if (step === undefined) return yield* Effect.die(new Error(`codehost does not have the step ${id}`))
      const problems = problemsOf(step, input)
      if (problems.length > 0) return yield* invalid("codehost", step.operation, problems)
      return { step, request: { operation: step.operation, ...step.request(input as Input) } }
    })
    const connection: Connection = {
      run: Effect.fnUntraced(function* (id, input) {
        const { step, request } = yield* prepared(id, input)
        const output = step.output(yield* call(request))
        return output === undefined ? yield* undocumented(step.operation) : output
      }),
      preview: (id, input) => Effect.flatMap(prepared(id, input), ({ request }) => preview(request))
    }
    return connection
  })
}

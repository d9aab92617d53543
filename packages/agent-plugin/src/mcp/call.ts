/** One call of a tool, whatever brought it: the step run, and its output or failure as MCP shows it to a model. */
import { nearest } from "@inlay/core-http/nearest"
import { invalid, ProviderError, toJson, type ErrorJson } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { Accounts } from "../Accounts.ts"
import * as AnswerSize from "../answers/AnswerSize.ts"
import { withHiddenCharacters } from "../answers/hidden-characters.ts"
import { Caller, type CallerOf } from "../Caller.ts"
import { stepOf } from "../Catalog.ts"
import type { Plugin } from "../Plugin.ts"
import { Runner } from "../Runner.ts"
import { adviceOf, type Words } from "../words/advice.ts"
import type { Listing } from "./listing.ts"
import { agentWords } from "./words.ts"

/** https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result */
export interface CallResult {
  readonly isError?: true
  readonly content: readonly [{ readonly type: "text"; readonly text: string }]
  readonly structuredContent?: unknown
}

/** How results are shown. */
export interface Options {
  /** Whether clients know the output schemas: they would hold an error against them. */
  readonly outputSchemas: boolean
  /** What to do about a failure; by default `agentWords`. */
  readonly words?: Words
}

/** An answer that was not understood comes along, as far as it fits: it may have been paid for. */
const failure = (error: ProviderError, words: Words, withJson: boolean): CallResult => {
  const json = AnswerSize.fit(toJson(error, adviceOf(words, error)), AnswerSize.DEFAULT_BYTES) as ErrorJson
  const { raw, reason, message } = json.error
  const line = `${reason}: ${message}`
  return {
    isError: true,
    content: [{ type: "text", text: raw === undefined ? line : `${line}\nraw: ${JSON.stringify(raw)}` }],
    ...(withJson && { structuredContent: json })
  }
}

/** Data as it is, to be written back as it was read. */
const success = (value: unknown, input: unknown): CallResult => {
  const data = withHiddenCharacters(value, input)
  return { content: [{ type: "text", text: JSON.stringify(data) }], structuredContent: data }
}

/** The account that a call names; models write null and "" for what they leave out. */
const accountOf = (tool: string, account: unknown): Effect.Effect<string | undefined, ProviderError> => {
  if (account === undefined || account === null || account === "") return Effect.undefined
  return typeof account === "string"
    ? Effect.succeed(account)
    : Effect.fail(invalid("inlay", tool, [{ field: "account", message: "must be a string" }]))
}

/**
 * Calls a tool that is listed.
 * @param payload the call's arguments: the step's input, and perhaps `account`
 */
export const call = (
  caller: CallerOf,
  tool: string,
  payload: Readonly<Record<string, unknown>>,
  { outputSchemas, words = agentWords }: Options
): Effect.Effect<CallResult, never, Runner> => {
  const { account, ...input } = payload
  return accountOf(tool, account).pipe(
    Effect.flatMap((name) => Effect.flatMap(Runner, (runner) => runner.run(tool, input, name))),
    Effect.provideService(Caller, caller),
    Effect.map((value) => success(value, input)),
    Effect.catch((error) => Effect.succeed(failure(error, words, !outputSchemas)))
  )
}

/** Why a tool that is not listed cannot be called. */
export const unlistedName = Effect.fnUntraced(function* (
  plugins: ReadonlyArray<Plugin>,
  { tools }: Listing,
  name: string
) {
  const entry = stepOf(plugins, name)
  if (Result.isFailure(entry)) {
    const names = nearest(
      name,
      tools.map(({ step }) => step.id)
    )
    // Of the runner, which keeps secrets out of what it says.
    const runner = yield* Runner
    const { reason, provider, operation } = yield* runner.run(name, {}).pipe(Effect.flip, Effect.orDie)
    const remedy = { to: "chooseName", names, of: "toolSteps" } as const
    return new ProviderError({
      provider,
      operation,
      reason: { _tag: "NotFound", what: reason.what, remedy, known: names }
    })
  }
  const { plugin } = entry.success
  const accounts = yield* Accounts
  const account = yield* Effect.result(accounts.find(plugin))
  if (Result.isFailure(account) && account.failure._tag === "ProviderError") return account.failure
  return new ProviderError({
    provider: plugin.id,
    operation: name,
    reason: {
      _tag: "NotFound",
      what: `${plugin.title} had no account that may use ${name} when this server started; one that is connected now can be used after its next start.`,
      remedy: { to: "connect" }
    }
  })
})

/** Calls a tool, independently of the transport: runs the step and returns its output or failure in MCP's form. */
import { FinishesPurchases } from "@inlay/core-http/Client"
import { isJsonObject } from "@inlay/core-http/json-object"
import { nearest } from "@inlay/core-http/nearest"
import { invalid, ProviderError, toJson, type ErrorJson, type Reason } from "@inlay/core-http/ProviderError"
import { MaxCredits } from "@inlay/core-http/Spend"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { Accounts } from "../account/Accounts.ts"
import * as AnswerSize from "../answers/AnswerSize.ts"
import { withHiddenCharacters } from "../answers/hidden-characters.ts"
import { cardOf, type Plugin } from "../Plugin.ts"
import { Caller, type CallerOf } from "../runner/Caller.ts"
import { Runner } from "../runner/Runner.ts"
import { withoutSecrets } from "../runner/without-secrets.ts"
import { stepOf } from "../steps/Catalog.ts"
import { inputSchema } from "../steps/ToolSchema.ts"
import type { ToolStep } from "../steps/ToolStep.ts"
import { adviceOf, type Words } from "../words/advice.ts"
import { CARD } from "./apps.ts"
import { choices, type Listing, type Tool } from "./listing.ts"
import { inputAfter, questionOf, type Question, type Reply } from "./purchase.ts"
import { agentWords } from "./words.ts"

/** https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result */
export interface CallResult {
  readonly isError?: true
  readonly content: readonly [{ readonly type: "text"; readonly text: string }]
  readonly structuredContent?: unknown
  /** For the client's view, not for the model. */
  readonly _meta?: Readonly<Record<string, unknown>>
}

/** The call needs the user's answer. The client sends the same call again with the answer. */
export interface Unanswered {
  readonly question: Question
}

/** Asks the user a question. Returns `undefined` if the answer will come with a later request. */
export type Ask = (question: Question) => Effect.Effect<Reply | undefined>

/** How results are presented. */
export interface Options {
  /**
   * Whether clients know the output schemas. If they do, structured errors are left out, because they would not match.
   */
  readonly outputSchemas: boolean
  /** The texts that say what to do about a failure; `agentWords` by default. */
  readonly words?: Words
  /** Absent if the client cannot ask its user. The call then runs without a question. */
  readonly ask?: Ask | undefined
  /** Whether to send the cards of results, for clients that show views. */
  readonly cards?: boolean
}

/** A response that could not be decoded is included as far as it fits, because it may have been paid for. */
export const failure = (error: ProviderError, words: Words, withJson: boolean): CallResult => {
  const json = AnswerSize.fit(toJson(error, adviceOf(words, error)), AnswerSize.DEFAULT_BYTES) as ErrorJson
  const { raw, reason, message } = json.error
  const line = `${reason}: ${message}`
  return {
    isError: true,
    content: [{ type: "text", text: raw === undefined ? line : `${line}\nraw: ${JSON.stringify(raw)}` }],
    ...(withJson && { structuredContent: json })
  }
}

/** Returns the output unchanged, so that an agent can write back what it read. */
const success = (value: unknown, input: unknown): CallResult => {
  const data = withHiddenCharacters(value, input)
  return { content: [{ type: "text", text: JSON.stringify(data) }], structuredContent: data }
}

/**
 * Adds the account that the call named to the input that continues an answer: an agent repeats exactly that input. A
 * `next` that is no input of the step means something else.
 */
const withAccount = (step: ToolStep<never>, output: unknown, account: string | undefined): unknown => {
  if (account === undefined || !isJsonObject(output)) return output
  const { next } = output
  if (!isJsonObject(next)) return output
  const { properties = {} } = inputSchema(step)
  const isInput = Object.keys(next).every((name) => Object.hasOwn(properties, name))
  return isInput ? { ...output, next: { ...next, account } } : output
}

/** Adds the card, if the tool has one. */
const withCard = ({ plugin, step }: Pick<Tool, "plugin" | "step">, result: CallResult) =>
  Effect.map(Clock.currentTimeMillis, (now): CallResult => {
    const card = cardOf(plugin, step.id, result.structuredContent, new Date(now).toISOString())
    return card === undefined ? result : { ...result, _meta: { [CARD]: card } }
  })

/** Returns the account that a call names. Models often send null or "" for an omitted value. */
const accountOf = (tool: string, account: unknown): Effect.Effect<string | undefined, ProviderError> => {
  if (account === undefined || account === null || account === "") return Effect.undefined
  return typeof account === "string"
    ? Effect.succeed(account)
    : Effect.fail(invalid("inlay", tool, [{ field: "account", message: "must be a string" }]))
}

/**
 * The name of a field that Gemini CLI adds to every tool for itself, and sends with the call:
 * https://github.com/google-gemini/gemini-cli/issues/27403
 */
const CLIENTS_OWN = "wait_for_previous"

/** Leaves out what the client added to the tool, which the step would refuse as a field that it does not have. */
const withoutClientsOwn = (step: ToolStep<never>, input: Readonly<Record<string, unknown>>) => {
  if (!(CLIENTS_OWN in input) || inputSchema(step).properties?.[CLIENTS_OWN] !== undefined) return input
  const { [CLIENTS_OWN]: _, ...own } = input
  return own
}

/**
 * Why the user's answer does not let a call run. Clients close a question if their user does, and close or decline it
 * if they have no user to ask. Those that agree by themselves leave out what a form asks for.
 */
const REFUSALS = {
  cancel: (title: string) => ({
    what: `The client closed the question whether to run ${title} without an answer, as clients do that run without a user.`,
    remedy: { to: "agreeToPrice" }
  }),
  decline: (title: string) => ({
    what: `The question whether to run ${title} was declined, by the user or by a client that runs without one.`
  }),
  accept: (title: string) => ({
    what: `The answer to the question whether to run ${title} does not say what became of the earlier charge.`,
    remedy: { to: "settleCharge" }
  })
} as const

const refusedError = ({ plugin, step }: Pick<Tool, "plugin" | "step">, { action }: Reply) =>
  new ProviderError({
    provider: plugin.id,
    operation: step.id,
    reason: { _tag: "Refused", guard: "declined", nothing: "sent", ...REFUSALS[action](step.title) }
  })

/**
 * Returns the input to run with, and the price that the user has agreed to. A call that would fail anyway, or that has
 * its answer without a purchase, is not asked about: it may not buy one, should that have changed. `refusal` is why it
 * would be refused.
 */
const agreedInput = Effect.fnUntraced(function* (
  tool: Pick<Tool, "plugin" | "step">,
  input: Readonly<Record<string, unknown>>,
  name: string | undefined,
  ask: Ask
) {
  const preview = yield* Effect.result(Runner.use((runner) => runner.preview(tool.step.id, input, name)))
  const account = yield* Effect.result(Accounts.use((accounts) => accounts.find(tool.plugin, name)))
  if (Result.isFailure(preview) || Result.isFailure(account)) return { input, maxCredits: 0 }
  const purchase = { ...tool, account: account.success.name, input, preview: preview.success }
  const question = questionOf(purchase)
  const { isFree, estimate, refusal } = preview.success
  if (question === undefined) return isFree ? { input } : { input, maxCredits: 0, refusal }
  const reply = yield* ask(question)
  if (reply === undefined) return { question }
  const inputToRun = inputAfter(purchase, reply)
  return inputToRun === undefined
    ? yield* refusedError(tool, reply)
    : { input: inputToRun, ...(estimate !== null && { maxCredits: estimate }) }
})

const isAboveAgreedPrice = ({ reason }: ProviderError): boolean => reason._tag === "Refused" && reason.guard === "price"

/**
 * Calls a listed tool. If it would cost credits and the client can ask its user, it runs only after the user has
 * agreed. If it is interrupted, it first finishes a paid call that was sent, so that its answer is not lost.
 * @param payload the call's arguments: the step's input, and optionally `account`
 */
export const call = (
  caller: CallerOf,
  tool: Pick<Tool, "plugin" | "step">,
  payload: Readonly<Record<string, unknown>>,
  { outputSchemas, words = agentWords, ask, cards = false }: Options
): Effect.Effect<CallResult | Unanswered, never, Runner | Accounts> => {
  const { id, cost } = tool.step
  const { account, ...sent } = payload
  const stepInput = withoutClientsOwn(tool.step, sent)
  const isAskedAbout = ask !== undefined && cost?.unit === "credits"
  const run = (name: string | undefined): Effect.Effect<CallResult | Unanswered, ProviderError, Runner | Accounts> =>
    Effect.gen(function* () {
      const agreement = isAskedAbout ? yield* agreedInput(tool, stepInput, name, ask) : { input: stepInput }
      if (agreement.input === undefined) return agreement
      const { input, maxCredits, refusal } = agreement
      const output = yield* Runner.use((runner) => runner.run(id, input, name)).pipe(
        Effect.provideService(MaxCredits, maxCredits),
        Effect.mapError((error) => (isAboveAgreedPrice(error) ? (refusal ?? error) : error))
      )
      const result = success(withAccount(tool.step, output, name), input)
      return cards ? yield* withCard(tool, result) : result
    }).pipe(
      // What was there without a purchase is gone, or its price has risen: the user is asked with the current price.
      Effect.retry({ times: 1, while: isAboveAgreedPrice })
    )
  return accountOf(id, account).pipe(
    Effect.flatMap(run),
    Effect.provideService(Caller, caller),
    Effect.provideService(FinishesPurchases, true),
    Effect.catch((error) => Effect.succeed(failure(error, words, !outputSchemas)))
  )
}

/** Explains why a tool that is not listed cannot be called. */
export const unlistedName = Effect.fnUntraced(function* (
  plugins: ReadonlyArray<Plugin>,
  { tools }: Listing,
  name: string
) {
  const accounts = yield* Accounts
  const entry = stepOf(plugins, name)
  if (Result.isFailure(entry)) {
    const names = nearest(
      name,
      tools.map(({ step }) => step.id)
    )
    // The name may be a secret that was put in the wrong place.
    const { reason, provider, operation } = yield* Effect.fail(entry.failure).pipe(
      withoutSecrets(Effect.orElseSucceed(accounts.secrets, () => [])),
      Effect.flip
    )
    const remedy = { to: "chooseName", names, of: "toolSteps" } as const
    return new ProviderError({
      provider,
      operation,
      reason: { _tag: "NotFound", what: reason.what, remedy, known: names }
    })
  }
  const { plugin, step } = entry.success
  const open = (yield* Effect.orElseSucceed(accounts.list, () => [])).filter(
    (one) => one.plugin === plugin.id && one.problem === undefined
  )
  if (open.length === 0) {
    const account = yield* Effect.result(accounts.find(plugin))
    if (Result.isFailure(account) && account.failure._tag === "ProviderError") return account.failure
  }
  const reason: Reason =
    choices(step, open) === undefined
      ? {
          _tag: "Refused",
          guard: "readOnly",
          what: `${step.title} changes data, and every connected ${plugin.title} account is read-only.`,
          remedy: { to: "useAnotherAccount" },
          nothing: "sent"
        }
      : {
          _tag: "NotFound",
          what: `No ${plugin.title} account could use ${name} when this server started.`,
          remedy: { to: "read", text: "Restart it: an account can now." }
        }
  return new ProviderError({ provider: plugin.id, operation: name, reason })
})

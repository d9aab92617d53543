/**
 * The tools of one principal: what tools/list returns, and how a call runs. Independent of the transport; listing and
 * calling are agent-plugin's, as for `inlay mcp`.
 */
import { Accounts } from "@inlay/agent-plugin/Accounts"
import { adviceOf } from "@inlay/agent-plugin/advice"
import { Progress, type CallerOf, type StepProgress } from "@inlay/agent-plugin/Caller"
import { stepOf } from "@inlay/agent-plugin/Catalog"
import { agentWords, type Definition } from "@inlay/agent-plugin/mcp"
import { withView } from "@inlay/agent-plugin/mcp/apps"
import { call, failure, unlistedName, type Ask, type CallResult, type Unanswered } from "@inlay/agent-plugin/mcp/call"
import { listing, type Listing, type Tool } from "@inlay/agent-plugin/mcp/listing"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import { toJson, type ErrorJson, type ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import type { NamedEvent } from "../../inbound/chains/event-links.ts"
import { inputSchemas } from "../../input-schemas.gen.ts"
import { stopFailure } from "../http/requests/faults.ts"

/** What a principal may use, and how it runs it. */
export interface Reach {
  readonly plugins: ReadonlyArray<Plugin>
  readonly accounts: Accounts["Service"]
  readonly runner: Runner["Service"]
  readonly caller: CallerOf
  /** The same for the event that a call names. Fails if the principal has no such event. */
  readonly forEvent: (event: NamedEvent) => Effect.Effect<Reach, ProviderError | StorageError>
}

/** The connection to the client while a call runs. */
export interface Channel {
  /** Absent if the client cannot ask its user. */
  readonly ask: Ask | undefined
  readonly progress: (progress: StepProgress) => Effect.Effect<void>
  /** The event that the call names as its cause. */
  readonly event: NamedEvent | undefined
  /** Whether the client shows views, and so receives cards. */
  readonly hasViews: boolean
}

const OPTIONS = { outputSchemas: false, inputSchemas }

const offerOf = ({ plugins, accounts }: Reach): Effect.Effect<Listing, ProviderError | StorageError> =>
  Effect.map(accounts.list, (all) => listing(plugins, all, OPTIONS))

/** The tool of a name, or `undefined` if it is not offered. Builds the listing of that tool only. */
const toolOf = (reach: Reach, name: string): Effect.Effect<Tool | undefined, ProviderError | StorageError> => {
  const plugins = reach.plugins.map((plugin) => ({
    ...plugin,
    toolSteps: plugin.toolSteps.filter(({ id }) => id === name)
  }))
  return Effect.map(offerOf({ ...reach, plugins }), ({ tools }) => tools[0])
}

export interface Offer {
  readonly instructions: string
  readonly tools: ReadonlyArray<Definition>
}

/** Lists the tools of a principal. @param hasViews whether the client shows views */
export const offer = (reach: Reach, hasViews: boolean): Effect.Effect<Offer, ProviderError | StorageError> =>
  Effect.map(offerOf(reach), ({ instructions, tools }) => ({
    instructions,
    tools: hasViews ? tools.map(withView) : tools.map(({ definition }) => definition)
  }))

/** A tool that does not exist for the principal, with the nearest names that do. */
export interface Unknown {
  readonly unknown: ErrorJson
}

const calling = Effect.fnUntraced(
  function* (
    reach: Reach,
    name: string,
    input: Readonly<Record<string, unknown>>,
    { ask, progress, hasViews }: Omit<Channel, "event">
  ) {
    const tool = yield* toolOf(reach, name)
    if (tool === undefined) {
      const error = yield* unlistedName(reach.plugins, yield* offerOf(reach), name)
      const unknown: Unknown = { unknown: toJson(error, adviceOf(agentWords, error)) }
      return unknown
    }
    const result: CallResult | Unanswered = yield* call(reach.caller, tool, input, {
      outputSchemas: false,
      ask,
      cards: hasViews
    }).pipe(Effect.provideService(Progress, progress))
    return result
  },
  (effect, { accounts, runner }) =>
    effect.pipe(Effect.provideService(Accounts, accounts), Effect.provideService(Runner, runner))
)

/** The result of a call that the server did not wait for when it stopped. */
export const stopResult = ({ plugins }: Reach, name: string): CallResult => {
  const step = Result.getOrUndefined(stepOf(plugins, name))?.step
  const error = stopFailure({ mayCost: step?.cost?.unit === "credits", mayChange: step?.hints.readOnly !== true })
  return failure(error, agentWords, true)
}

/** Calls a tool by name, for the event that the call names. */
export const callTool = Effect.fnUntraced(function* (
  reach: Reach,
  name: string,
  input: Readonly<Record<string, unknown>>,
  { event, ...channel }: Channel
) {
  if (event === undefined) return yield* calling(reach, name, input, channel)
  const forEvent = yield* Effect.result(reach.forEvent(event))
  if (forEvent._tag === "Success") return yield* calling(forEvent.success, name, input, channel)
  if (forEvent.failure._tag === "ProviderError") return failure(forEvent.failure, agentWords, true)
  return yield* forEvent.failure
})

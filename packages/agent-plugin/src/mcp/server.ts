/** The MCP server on standard input and output: JSON-RPC around `listing` and `call`. */
import { FinishesUntil } from "@inlay/core-http/Client"
import { isJsonObject } from "@inlay/core-http/json-object"
import { toJson } from "@inlay/core-http/ProviderError"
import * as Cause from "effect/Cause"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Semaphore from "effect/Semaphore"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"

import { Accounts } from "../account/Accounts.ts"
import type { Plugin } from "../Plugin.ts"
import { EVENT_META_KEY, Progress, readEventId, type CallerOf } from "../runner/Caller.ts"
import type { Runner } from "../runner/Runner.ts"
import { adviceOf } from "../words/advice.ts"
import { templates, VIEW_URI, viewOf, views, withView } from "./apps.ts"
import { answeredBy, inputRequired } from "./asking.ts"
import { call, unlistedName, type Ask, type CallResult, type Options as CallOptions } from "./call.ts"
import { makeClientRequests } from "./client-requests.ts"
import type { Definition, Options as DefinitionOptions } from "./definition.ts"
import { internalError } from "./internal-error.ts"
import { listing } from "./listing.ts"
import { reporter } from "./progress.ts"
import * as Protocol from "./protocol.ts"
import { INVALID_REQUEST, isId, makeReader, messageOf, type Id, type Message } from "./stdio-messages.ts"
import { agentWords } from "./words.ts"

export { definition, type Definition } from "./definition.ts"
export { choices } from "./listing.ts"
export { agentWords } from "./words.ts"

/** Options of the server. */
export interface Options extends DefinitionOptions, Omit<CallOptions, "ask" | "cards"> {
  /** The same plugins as the runner's. */
  readonly plugins: ReadonlyArray<Plugin>
  /** The server's name, for clients that display it; `inlay` by default. */
  readonly name?: string
  readonly version: string
  /** The page that draws results, for clients that show views. */
  readonly view?: Effect.Effect<string>
  /** The caller that every call runs as. */
  readonly caller: CallerOf
  /** How long it waits at the end for calls in progress; 10 s by default. */
  readonly grace?: Duration.Input
}

const withoutStructure = (whole: CallResult): object => {
  const { structuredContent: _, ...result } = whole
  return result
}

const withoutOutput = (whole: Definition): object => {
  const { outputSchema: _, ...tool } = whole
  return tool
}

const invalidParams = (problem: string): Protocol.Answer => ({
  error: { code: Protocol.INVALID_PARAMS, message: `${problem} Nothing was done.` }
})

const isBatch = (value: Message | ReadonlyArray<unknown>): value is ReadonlyArray<unknown> => Array.isArray(value)

const internal = (cause: Cause.Cause<unknown>): Protocol.Answer => ({
  error: { code: Protocol.INTERNAL_ERROR, message: internalError(cause) }
})

/** Sends messages to the client besides responses. */
interface Channel {
  readonly say: (message: object) => Effect.Effect<void>
  /** Used in a session. */
  readonly ask: Ask
}

/** Answers requests about the tools of the accounts that are connected at the start. */
const makeTools = Effect.fnUntraced(function* (options: Options, { say, ask }: Channel) {
  const offer = listing(options.plugins, yield* (yield* Accounts).list, options)
  const server: Protocol.Server = {
    name: options.name ?? "inlay",
    version: options.version,
    instructions: offer.instructions,
    hasViews: options.view !== undefined
  }
  const tools = new Map(offer.tools.map((tool) => [tool.step.id, tool]))
  const definitions = offer.tools.map((tool) => tool.definition)

  const callTool = Effect.fnUntraced(function* ({ version, params, canAsk, showsViews }: Protocol.Request) {
    const { name } = params
    const input = params["arguments"] ?? {}
    if (typeof name !== "string") return invalidParams("params.name must be a tool name (a string).")
    const tool = tools.get(name)
    if (tool === undefined) {
      const error = yield* unlistedName(options.plugins, offer, name)
      const data = toJson(error, adviceOf(options.words ?? agentWords, error))
      return { error: { code: Protocol.INVALID_PARAMS, message: `${data.error.reason}: ${data.error.message}`, data } }
    }
    if (!isJsonObject(input)) return invalidParams("params.arguments must be an object, or omitted.")
    const meta = params["_meta"]
    const eventInMeta = isJsonObject(meta) ? meta[EVENT_META_KEY] : undefined
    const eventOfCall = readEventId(eventInMeta)
    const event = eventOfCall ?? options.caller.event
    if (eventInMeta !== undefined && eventOfCall === undefined) {
      return invalidParams(`params._meta["${EVENT_META_KEY}"] must be the id of the event that caused the call.`)
    }
    const caller = { ...options.caller, ...(event !== undefined && { event }) }
    const asking = Protocol.isStateless(version) ? answeredBy(params) : ask
    const result = yield* call(caller, tool, input, {
      ...options,
      ask: canAsk ? asking : undefined,
      cards: showsViews
    }).pipe(
      Effect.provideService(
        Progress,
        reporter(params, (notification) => say({ jsonrpc: "2.0", ...notification }))
      )
    )
    if ("question" in result) {
      return { result: Protocol.wrap(version, server, yield* inputRequired(result)) }
    }
    const output = Protocol.isStructured(version) ? result : withoutStructure(result)
    return { result: Protocol.wrap(version, server, output) }
  })

  const readView = Effect.fnUntraced(function* (version: Protocol.Version, uri: unknown, view: Effect.Effect<string>) {
    if (uri !== VIEW_URI) return invalidParams(`The only resource is ${VIEW_URI}.`)
    return { result: Protocol.wrapCacheable(version, server, viewOf(yield* view)) }
  })

  const answer = (
    method: unknown,
    request: Protocol.Request
  ): Effect.Effect<Protocol.Answer, never, Runner | Accounts> => {
    const { version, showsViews } = request
    if (method === "tools/call") return callTool(request)
    if (showsViews && options.view !== undefined) {
      if (method === "resources/list") return Effect.succeed({ result: Protocol.wrapCacheable(version, server, views) })
      if (method === "resources/templates/list") {
        return Effect.succeed({ result: Protocol.wrapCacheable(version, server, templates) })
      }
      if (method === "resources/read") return readView(version, request.params["uri"], options.view)
    }
    if (method !== "tools/list") {
      const message = `Method not found: ${String(method)}`
      return Effect.succeed<Protocol.Answer>({ error: { code: Protocol.METHOD_NOT_FOUND, message } })
    }
    const offeredTools = showsViews ? offer.tools.map(withView) : definitions
    const list = Protocol.isStructured(version) ? offeredTools : offeredTools.map(withoutOutput)
    return Effect.succeed<Protocol.Answer>({ result: Protocol.wrapCacheable(version, server, { tools: list }) })
  }
  return { server, answer }
})

/**
 * Serves until standard input ends, and then answers the calls in progress, for as long as `grace`. Fails to start if
 * the accounts cannot be read. Nothing else may write to standard output. If it is interrupted, so are the calls in
 * progress, except for paid calls that were sent, which it waits for as long as `grace`.
 */
export const serve = Effect.fnUntraced(function* (options: Options) {
  const stdio = yield* Stdio.Stdio
  const fibers = new Set<Fiber.Fiber<void>>()
  const fiberOf = new Map<Id, Fiber.Fiber<void>>()
  const graceOver = yield* Latch.make()
  const untilGraceIsOver = Effect.andThen(Effect.sleep(options.grace ?? "10 seconds"), graceOver.open)

  /** One message at a time: each that waits for the client listens to the stream, and Node warns of ten listeners. */
  const turn = yield* Semaphore.make(1)
  /** Sends a message. Failures are ignored, because the client may have gone away. */
  const say = (message: object) =>
    turn.withPermit(Effect.ignore(Stream.run(Stream.make(`${JSON.stringify(message)}\n`), stdio.stdout())))

  const client = makeClientRequests(say)
  const { server, answer } = yield* makeTools(options, { say, ask: client.ask })
  const conversation = Protocol.makeConversation(server)

  /** Returns the response to a request, or `undefined` for a message that needs none. */
  const reply = (
    message: Message
  ): Effect.Effect<object | undefined, never, Effect.Services<ReturnType<typeof answer>>> => {
    const { id, method } = message
    if (!isId(id) || method === undefined) return Effect.undefined
    const action = conversation.take(message)
    const answering = "version" in action ? answer(method, action) : Effect.succeed(action)
    return answering.pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.failCause(cause)
          : Effect.as(Effect.logError("A request failed because of an internal error", cause), internal(cause))
      ),
      Effect.map((outcome) => ({ jsonrpc: "2.0", id, ...outcome }))
    )
  }

  const cancel = ({ params }: Message) => {
    const id = isJsonObject(params) ? params["requestId"] : undefined
    const fiber = isId(id) ? fiberOf.get(id) : undefined
    return fiber === undefined ? Effect.void : Effect.asVoid(Effect.forkChild(Fiber.interrupt(fiber)))
  }

  const start = <R>(answering: Effect.Effect<void, never, R>) =>
    Effect.map(Effect.forkChild(answering, { startImmediately: true }), (fiber) => {
      fibers.add(fiber)
      fiber.addObserver(() => fibers.delete(fiber))
      return fiber
    })

  const takeMessage = Effect.fnUntraced(function* (message: Message) {
    const { id, method } = message
    if (method === "notifications/cancelled") return yield* cancel(message)
    if (!isId(id)) return
    if (method === undefined) return client.take(message)
    const answering = Effect.flatMap(reply(message), (response) =>
      response === undefined ? Effect.void : say(response)
    )
    const fiber = yield* start(answering)
    fiberOf.set(id, fiber)
    fiber.addObserver(() => fiberOf.delete(id))
  })

  const takeBatch = Effect.fnUntraced(function* (batch: ReadonlyArray<unknown>) {
    if (!conversation.hasBatches() || batch.length === 0) {
      const message =
        "A message must be a JSON object; only version 2025-03-26 also allows non-empty lists of them. Nothing was done."
      return yield* say({ jsonrpc: "2.0", id: null, error: { code: INVALID_REQUEST, message } })
    }
    const replies = batch
      .map(messageOf)
      .map((one) => ("error" in one ? Effect.succeed({ jsonrpc: "2.0", ...one }) : reply(one.value)))
    const answers = (yield* Effect.all(replies, { concurrency: "unbounded" })).filter((one) => one !== undefined)
    if (answers.length > 0) yield* say(answers)
  })

  yield* stdio.stdin.pipe(
    Stream.map(makeReader()),
    Stream.flattenIterable,
    Stream.runForEach((incoming) => {
      if ("error" in incoming) return say({ jsonrpc: "2.0", ...incoming })
      const { value } = incoming
      return isBatch(value) ? Effect.asVoid(start(takeBatch(value))) : takeMessage(value)
    }),
    Effect.orDie,
    Effect.andThen(
      Effect.suspend(() => {
        client.end()
        return Fiber.awaitAll(fibers)
      }).pipe(Effect.raceFirst(untilGraceIsOver))
    ),
    // Before the caller closes the services that they use.
    Effect.ensuring(
      Effect.suspend(() => Fiber.interruptAll(fibers)).pipe(
        Effect.raceFirst(untilGraceIsOver.pipe(Effect.andThen(Effect.never), Effect.interruptible))
      )
    ),
    Effect.provideService(FinishesUntil, graceOver.await)
  )
})

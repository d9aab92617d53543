/**
 * Makes an MCP server of the official package for a single request, so no client state is kept between requests.
 * Answers tools/list and tools/call; the package handles versions, headers, streams and cancellation.
 */
import { EVENT_META_KEY } from "@inlay/agent-plugin/Caller"
import { templates, VIEW_URI, viewOf, views } from "@inlay/agent-plugin/mcp/apps"
import { answeredBy, canAsk, inputRequired } from "@inlay/agent-plugin/mcp/asking"
import type { CallResult } from "@inlay/agent-plugin/mcp/call"
import { internalError } from "@inlay/agent-plugin/mcp/internal-error"
import { reporter } from "@inlay/agent-plugin/mcp/progress"
import {
  CLIENT_CAPABILITIES_META_KEY,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  ProtocolError,
  Server,
  type ServerContext
} from "@modelcontextprotocol/server"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

import { EVENT_HEADER, EVENT_META, type NamedEvent } from "../../inbound/chains/event-links.ts"
import { callTool, offer, stopResult, type Channel, type Offer, type Reach } from "./tools.ts"

/** How long a client may cache a list if it is not notified of changes. */
const LIST_TTL_MILLIS = 60_000

const HINT = { ttlMs: LIST_TTL_MILLIS, cacheScope: "private" } as const

/** Nothing here uses the validator. The package's default would be created again for each request. */
const NO_VALIDATOR = {
  getValidator: () => () => {
    throw new Error("no schema is validated here")
  }
}

export interface Options {
  readonly version: string
  /** Whether the protocol is stateless: from 2026-07-28 on. */
  readonly isModern: boolean
  /** Whether the request is a call, which does not need the list of tools. */
  readonly isCall: boolean
  /** Whether the client shows views. */
  readonly hasViews: boolean
  /** The page that draws results. */
  readonly view: Effect.Effect<string>
  readonly reach: Reach
  /**
   * @param stopped the result if the server stops and waits no longer; by default, the promise is rejected
   */
  readonly run: <A, E>(effect: Effect.Effect<A, E>, signal?: AbortSignal, stopped?: Effect.Effect<A>) => Promise<A>
}

/** Structured content does not exist in the oldest version, which is assumed if a client names none. */
const isStructured = ({ http }: ServerContext, isModern: boolean): boolean =>
  isModern || (http?.req?.headers.get("mcp-protocol-version") ?? "2025-03-26") !== "2025-03-26"

const withoutStructure = ({ isError, content }: CallResult) => ({ ...(isError && { isError }), content })

/** Logs internal failures and reports only a generic error to the client. */
const guarded = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, ProtocolError> =>
  Effect.catchCause(effect, (cause) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.failCause(cause as Cause.Cause<never>)
    const error = new ProtocolError(INTERNAL_ERROR, internalError(cause))
    return Effect.andThen(Effect.logError("An MCP request failed", cause), Effect.fail(error))
  })

/** The event that a request names in its message or, if not there, in its header. */
const eventOf = (meta: object | undefined, header: string | null | undefined): NamedEvent | undefined => {
  const inMessage = { ...meta } as Readonly<Record<string, unknown>>
  const value = inMessage[EVENT_META_KEY]
  if (value !== undefined && value !== null) return { value, field: EVENT_META }
  return typeof header === "string" ? { value: header, field: EVENT_HEADER } : undefined
}

/** The channel to a request's client. Only clients that speak 2026-07-28 can be asked without a session. */
const channelOf = (context: ServerContext, isModern: boolean, hasViews: boolean): Channel => {
  const { mcpReq } = context
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  const answers = { inputResponses: mcpReq.inputResponses, requestState: mcpReq.requestState() }
  return {
    event: eventOf(mcpReq._meta, context.http?.req?.headers.get(EVENT_HEADER)),
    hasViews,
    ask: isModern && canAsk(envelope[CLIENT_CAPABILITIES_META_KEY]) ? answeredBy(answers) : undefined,
    progress: reporter({ _meta: mcpReq._meta }, ({ method, params }) =>
      Effect.ignore(Effect.tryPromise(() => mcpReq.notify({ method, params: { ...params } })))
    )
  }
}

type CallOutcome = Effect.Success<ReturnType<typeof callTool>>

const NO_OFFER: Offer = { instructions: "", tools: [] }

export const makeServer = async (options: Options): Promise<Server> => {
  const { version, isModern, isCall, hasViews, view, reach, run } = options
  const { instructions, tools } = isCall ? NO_OFFER : await run(guarded(offer(reach, hasViews)))
  const server = new Server(
    { name: "inlay", version },
    {
      capabilities: { tools: isModern ? { listChanged: true } : {}, ...(hasViews && { resources: {} }) },
      instructions,
      cacheHints: { "tools/list": HINT, "server/discover": HINT },
      jsonSchemaValidator: NO_VALIDATOR
    }
  )

  server.setRequestHandler("tools/list", () => ({ tools: tools.map((tool) => ({ ...tool })) }) as never)

  if (hasViews) {
    server.setRequestHandler("resources/list", () => views)
    server.setRequestHandler("resources/templates/list", () => templates)
    server.setRequestHandler("resources/read", async ({ params }) => {
      if (params.uri !== VIEW_URI) throw new ProtocolError(INVALID_PARAMS, `The only resource is ${VIEW_URI}.`)
      return viewOf(await run(view))
    })
  }

  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const calling = callTool(reach, params.name, params.arguments ?? {}, channelOf(context, isModern, hasViews))
    const stopped = Effect.sync(() => stopResult(reach, params.name))
    const outcome = await run<CallOutcome, ProtocolError>(guarded(calling), context.mcpReq.signal, stopped)
    if ("unknown" in outcome) {
      const { reason, message } = outcome.unknown.error
      throw new ProtocolError(INVALID_PARAMS, `${reason}: ${message}`, outcome.unknown)
    }
    if ("question" in outcome) return (await run(inputRequired(outcome))) as never
    return (isStructured(context, isModern) ? outcome : withoutStructure(outcome)) as never
  })
  return server
}

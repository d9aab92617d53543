/**
 * MCP protocol versions: which version a request uses, which methods are valid in it, and the form of its results. Up
 * to 2025-11-25, a session begins with `initialize`; from 2026-07-28 on, each request states its version in `_meta`.
 * This module does not know about tools.
 */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { showsViews } from "./apps.ts"
import { canAsk } from "./asking.ts"
import { INVALID_REQUEST, type Message, type RpcError } from "./stdio-messages.ts"

/** How the server identifies itself. */
export interface Server {
  readonly name: string
  readonly version: string
  readonly instructions: string
  /** Whether its results have views. */
  readonly hasViews?: boolean
}

export const METHOD_NOT_FOUND = -32601
/** The method exists, but its parameters are invalid. */
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603
/** https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning */
const UNSUPPORTED_VERSION = -32022

const STATELESS = "2026-07-28"
const NEWEST_SESSION = "2025-11-25"
/**
 * The only version with batches: https://modelcontextprotocol.io/specification/2025-03-26. Structured content and
 * questions to the user came after it.
 */
const BATCHES = "2025-03-26"

const SESSIONS = [NEWEST_SESSION, "2025-06-18", BATCHES, "2024-11-05", "2024-10-07"] as const
type SessionVersion = (typeof SESSIONS)[number]
/** A supported version. */
export type Version = SessionVersion | typeof STATELESS

const VERSIONS: ReadonlyArray<Version> = [...SESSIONS, STATELESS]
const isSession = (version: unknown): version is SessionVersion => SESSIONS.some((one) => one === version)

/** The response to a request. */
export type Answer = { readonly result: object } | { readonly error: RpcError }

/** A request about tools, with its protocol version. */
export interface Request {
  readonly version: Version
  readonly params: JsonObject
  /** Whether the client can ask its user. */
  readonly canAsk: boolean
  /** Whether the client shows views. */
  readonly showsViews: boolean
}

const refusal = (code: number, problem: string): Answer => ({
  error: { code, message: `${problem} Nothing was done.` }
})

/** Views are resources. They are offered only to clients that can show them. */
const capabilitiesFor = (hasViews: boolean) => ({ tools: {}, ...(hasViews && { resources: {} }) })
const META = "io.modelcontextprotocol/"

/** Wraps a result as its version requires. */
export const wrap = (version: Version, { name, version: release }: Server, result: object): object =>
  version === STATELESS
    ? { _meta: { [`${META}serverInfo`]: { name, version: release } }, resultType: "complete", ...result }
    : result

/** Wraps a result that clients may cache. */
export const wrapCacheable = (version: Version, server: Server, result: object): object =>
  version === STATELESS ? wrap(version, server, { ttlMs: 0, cacheScope: "private", ...result }) : result

/** Whether each request is independent, and the server sends no requests to the client. */
export const isStateless = (version: Version): boolean => version === STATELESS

/** Whether a version has structured content and output schemas. */
export const isStructured = (version: Version): boolean => version > BATCHES

/** Returns an error for the first required value that has the wrong type. */
const wrongValue = (fields: JsonObject, names: Readonly<Record<string, "object" | "string">>, at: string) => {
  const wrong = Object.entries(names).find(([name, kind]) =>
    kind === "object" ? !isJsonObject(fields[name]) : typeof fields[name] !== kind
  )
  return (
    wrong && refusal(INVALID_PARAMS, `${at}.${wrong[0]} must be ${wrong[1] === "object" ? "an object" : "a string"}.`)
  )
}

/**
 * A conversation on one connection: answers the protocol's own methods, and passes on other requests with their
 * version.
 */
export const makeConversation = (server: Server) => {
  const { hasViews = false } = server
  let session: Omit<Request, "params"> | undefined

  const initialize = (params: JsonObject): Answer => {
    const wrong = wrongValue(
      params,
      { protocolVersion: "string", capabilities: "object", clientInfo: "object" },
      "params"
    )
    if (wrong) return wrong
    const requestedVersion = params["protocolVersion"]
    const version = isSession(requestedVersion) ? requestedVersion : NEWEST_SESSION
    const client = params["capabilities"]
    session = {
      version,
      canAsk: isStructured(version) && canAsk(client),
      showsViews: hasViews && showsViews(client)
    }
    return {
      result: {
        protocolVersion: version,
        capabilities: capabilitiesFor(session.showsViews),
        serverInfo: { name: server.name, version: server.version },
        instructions: server.instructions
      }
    }
  }

  const stateless = (method: string, params: JsonObject, meta: JsonObject): Answer | Request => {
    const version = meta[`${META}protocolVersion`]
    if (isSession(version)) return refusal(INVALID_REQUEST, `A session of ${version} begins with initialize.`)
    if (version !== STATELESS) {
      const message = `Unsupported protocol version '${String(version)}'`
      return { error: { code: UNSUPPORTED_VERSION, message, data: { supported: VERSIONS, requested: version } } }
    }
    const names = { [`${META}clientInfo`]: "object", [`${META}clientCapabilities`]: "object" } as const
    const wrong = wrongValue(meta, names, "params._meta")
    if (wrong) return wrong
    const client = meta[`${META}clientCapabilities`]
    const isShown = hasViews && showsViews(client)
    if (method !== "server/discover") return { version, params, canAsk: canAsk(client), showsViews: isShown }
    const { instructions } = server
    return {
      result: wrapCacheable(version, server, {
        supportedVersions: VERSIONS,
        capabilities: capabilitiesFor(isShown),
        instructions
      })
    }
  }

  return {
    /** Whether several messages may be sent as one batch. */
    hasBatches: () => session?.version === BATCHES,
    take: ({ method, params: sent }: Message): Answer | Request => {
      // Some clients send null in place of what they leave out.
      const params = sent ?? {}
      if (!isJsonObject(params)) return refusal(INVALID_PARAMS, "params must be an object, or omitted.")
      const meta = params["_meta"] ?? undefined
      if (meta !== undefined && !isJsonObject(meta)) return refusal(INVALID_PARAMS, "params._meta must be an object.")
      if (meta?.[`${META}protocolVersion`] !== undefined) return stateless(String(method), params, meta)
      if (method === "initialize") return initialize(params)
      if (method === "ping") return { result: {} }
      return session === undefined ? refusal(INVALID_REQUEST, "Send initialize first.") : { ...session, params }
    }
  }
}

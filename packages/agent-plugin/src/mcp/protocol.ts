/**
 * The versions of MCP: which one a request speaks, what may be asked in it, and how its results look. Up to 2025-11-25 a
 * session begins with `initialize`; from 2026-07-28 on each request says in `_meta` what its client speaks. Knows no tool.
 */
import { showsViews } from "./apps.ts"
import { canAsk } from "./asking.ts"
import { INVALID_REQUEST, type Message, type RpcError } from "./stdio-messages.ts"

/** What the server is called. */
export interface Server {
  readonly name: string
  readonly version: string
  readonly instructions: string
  /** Whether there are views of its results. */
  readonly hasViews?: boolean
}

export const METHOD_NOT_FOUND = -32601
/** The method exists, and what is asked of it is wrong. */
export const INVALID_PARAMS = -32602
export const INTERNAL_ERROR = -32603
/** https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning */
const UNSUPPORTED_VERSION = -32022

const STATELESS = "2026-07-28"
const NEWEST_SESSION = "2025-11-25"
/** The one with batches, and without structured content: https://modelcontextprotocol.io/specification/2025-03-26 */
const OLDEST_SESSION = "2025-03-26"

const SESSIONS = [NEWEST_SESSION, "2025-06-18", OLDEST_SESSION] as const
type SessionVersion = (typeof SESSIONS)[number]
/** A version that is spoken here. */
export type Version = SessionVersion | typeof STATELESS

const VERSIONS: ReadonlyArray<Version> = [...SESSIONS, STATELESS]
const isSession = (version: unknown): version is SessionVersion => SESSIONS.some((one) => one === version)

type Fields = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The answer to a request. */
export type Answer = { readonly result: object } | { readonly error: RpcError }

/** A request for the tools, in the version that it speaks. */
export interface Request {
  readonly version: Version
  readonly params: Fields
  /** Whether the client can ask its user. */
  readonly canAsk: boolean
  /** Whether the client shows views. */
  readonly showsViews: boolean
}

const refusal = (code: number, problem: string, data?: object): Answer => ({
  error: { code, message: `${problem} Nothing was done.`, ...(data && { data }) }
})

/** Views are resources: who does not show them is offered none. */
const capabilitiesFor = (hasViews: boolean) => ({ tools: {}, ...(hasViews && { resources: {} }) })
const META = "io.modelcontextprotocol/"

/** A result as its version wants it. `isKept` says that a client may ask itself how long it is good for. */
export const wrapped = (version: Version, server: Server, result: object, isKept = false): object =>
  version === STATELESS
    ? {
        _meta: { [`${META}serverInfo`]: { name: server.name, version: server.version } },
        resultType: "complete",
        ...(isKept && { ttlMs: 0, cacheScope: "private" }),
        ...result
      }
    : result

/** Whether each request stands for itself, and the server sends none to the client. */
export const isStateless = (version: Version): boolean => version === STATELESS

/** Whether a version knows structured content and output schemas. */
export const isStructured = (version: Version): boolean => version !== OLDEST_SESSION

/** What is wrong with the values that a client has to give, by name. */
const wrongValue = (fields: Fields, names: Readonly<Record<string, "object" | "string">>, at: string) => {
  const wrong = Object.entries(names).find(([name, kind]) =>
    kind === "object" ? !isObject(fields[name]) : typeof fields[name] !== kind
  )
  return (
    wrong && refusal(INVALID_PARAMS, `${at}.${wrong[0]} must be ${wrong[1] === "object" ? "an object" : "a text"}.`)
  )
}

/** A conversation on one connection: answers what is the protocol's own, and gives the rest with its version. */
export const makeConversation = (server: Server) => {
  const { hasViews = false } = server
  let session: SessionVersion | undefined
  let sessionCanAsk = false
  let sessionShowsViews = false

  const initialize = (params: Fields): Answer => {
    const wrong = wrongValue(
      params,
      { protocolVersion: "string", capabilities: "object", clientInfo: "object" },
      "params"
    )
    if (wrong) return wrong
    const requestedVersion = params["protocolVersion"]
    session = isSession(requestedVersion) ? requestedVersion : NEWEST_SESSION
    sessionCanAsk = session !== OLDEST_SESSION && canAsk(params["capabilities"])
    sessionShowsViews = hasViews && showsViews(params["capabilities"])
    return {
      result: {
        protocolVersion: session,
        capabilities: capabilitiesFor(sessionShowsViews),
        serverInfo: { name: server.name, version: server.version },
        instructions: server.instructions
      }
    }
  }

  const stateless = (method: string, params: Fields, meta: Fields): Answer | Request => {
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
      result: wrapped(
        version,
        server,
        { supportedVersions: VERSIONS, capabilities: capabilitiesFor(isShown), instructions },
        true
      )
    }
  }

  return {
    /** Whether several messages may come in one list. */
    hasBatches: () => session === OLDEST_SESSION,
    take: ({ method, params = {} }: Message): Answer | Request => {
      if (!isObject(params)) return refusal(INVALID_PARAMS, "params must be an object, or left out.")
      const meta = params["_meta"]
      if (meta !== undefined && !isObject(meta)) return refusal(INVALID_PARAMS, "params._meta must be an object.")
      if (meta?.[`${META}protocolVersion`] !== undefined) return stateless(String(method), params, meta)
      if (method === "initialize") return initialize(params)
      if (method === "ping") return { result: {} }
      return session === undefined
        ? refusal(INVALID_REQUEST, "Send initialize first.")
        : { version: session, params, canAsk: sessionCanAsk, showsViews: sessionShowsViews }
    }
  }
}

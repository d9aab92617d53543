/**
 * The two kinds of redirect that a caller may ask to follow, for GETs only: to another endpoint of the same account, if
 * a resource has moved, and to a signed link elsewhere, which is fetched without the account's credential or headers.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import * as BaseAddress from "../address/BaseAddress.ts"
import * as Endpoint from "../address/Endpoint.ts"
import type { Reason } from "../errors/ProviderError.ts"
import type { Redactors } from "../redaction/redactors.ts"
import type { Answer } from "../spend/Spend.ts"
import type { TransportResponse } from "../transport/Transport.ts"
import type { CallRequest, ClientOptions } from "./options.ts"
import type { Redirects } from "./parts.ts"
import { MAX_BODY_BYTES } from "./reading.ts"
import { reasonOfFailure } from "./reasons.ts"

const MOVED = new Set([301, 302, 307, 308])
const DOWNLOAD = new Set([302, 303, 307])
/** IPv4, whatever has no domain, as IPv6, and the names of this machine. The dot at the end of a name is optional. */
const NOT_PUBLIC = /^[\d.]+$|^[^.]*\.?$|\.localhost\.?$/

/**
 * Returns whether a provider may name this address for a download: https on a named host, or loopback if the account
 * itself is on loopback.
 */
const isPublic = (url: URL, { origin }: BaseAddress.BaseAddress): boolean => {
  if (url.username !== "" || url.password !== "") return false
  const home = new URL(origin)
  if (BaseAddress.isLoopback(url.hostname)) return BaseAddress.isLoopback(home.hostname)
  return url.protocol === "https:" && !NOT_PUBLIC.test(url.hostname)
}

/**
 * The endpoint that a redirect leads to, and its path for comparison; `undefined` if it is not below the account's base
 * address, `null` if it may not be requested.
 */
const endpointAt = (
  { pathname, search }: URL,
  { baseAddress: base, pathStyle }: Pick<ClientOptions, "baseAddress" | "pathStyle">
) => {
  if (!pathname.startsWith(`${base.path}/`)) return undefined
  // Checks the endpoint again, so that a redirect cannot reach more than a caller could request.
  const below = pathname.slice(base.path.length) + search
  const endpoint = pathStyle === "no-leading-slash" ? below.slice(1) : below
  const target = Endpoint.resolve(base, endpoint, pathStyle)
  if (Result.isFailure(target)) return null
  const url = target.success
  return { url, path: Endpoint.comparable(url.pathname.slice(base.path.length)), endpoint }
}

/** Reads the text behind a signed link, or the end of it. If the link has expired, the call may be retried. */
const readDownload = (
  { status, headers, text }: TransportResponse,
  tail: number | undefined,
  receivedAtMillis: number,
  { echoes }: Redactors
): Result.Result<Answer, Reason> => {
  if (status !== 200) {
    return Result.fail({
      _tag: "Unavailable",
      status,
      what: `The download link returned ${status}: the link or its target may have expired.`,
      remedy: { to: "retry" }
    })
  }
  const tailText = tail === undefined || text.length <= tail ? text : text.slice(-tail)
  return Result.succeed({
    status,
    headers: echoes.json(headers),
    body: echoes.text(tailText.toWellFormed()),
    ...(tailText.length < text.length && { wholeChars: text.length }),
    fetchedAt: new Date(receivedAtMillis).toISOString(),
    fromCache: false
  })
}

/**
 * Follows redirects to moved resources and signed links, for `Client.make`. A client without it takes any redirect as a
 * failure.
 */
export const redirects: Redirects = (options, transport, redactors) => {
  /** Fetches what a signed link leads to, as text. Nothing of the account is sent along. */
  const download = Effect.fnUntraced(function* ({ followDownload }: CallRequest, url: URL) {
    const { maxBytes = MAX_BODY_BYTES, tail } = followDownload ?? {}
    const result = yield* Effect.result(
      transport.send({ method: "GET", url, headers: { accept: "*/*" }, maxBodyBytes: maxBytes })
    )
    const answer = Result.isSuccess(result)
      ? readDownload(result.success, tail, yield* Clock.currentTimeMillis, redactors())
      : Result.fail(reasonOfFailure(result.failure))
    return yield* Effect.fromResult(answer)
  })
  return (sent, { request, target: { url: requestUrl }, observe, take, send, judge, fail }) => {
    if (Result.isFailure(sent) || request.method !== "GET") return undefined
    const { status, headers } = sent.success
    const { location } = headers
    if (location === undefined || !URL.canParse(location, requestUrl)) return undefined
    const to = new URL(location, requestUrl)
    const isOwn = to.origin === options.baseAddress.origin
    const target = isOwn && request.followMoved === true && MOVED.has(status) ? endpointAt(to, options) : undefined
    const isDownload =
      request.followDownload !== undefined && DOWNLOAD.has(status) && (isOwn || isPublic(to, options.baseAddress))
    if (target === null || (target === undefined && !isDownload)) return undefined
    return Effect.gen(function* () {
      yield* observe(headers)
      if (target === undefined) return yield* Effect.mapError(download(request, to), fail)
      const { url, path, endpoint } = target
      const refusal = options.guard?.({ ...request, endpoint }, path)
      if (refusal !== undefined) return yield* fail(refusal)
      yield* take
      const answer = yield* judge(yield* send(url), { url, path })
      return { ...answer, movedTo: path }
    })
  }
}

// Checks a request before its operation runs: headers, token, limits, path, permissions and body. Throws a refusal if a
// check fails.

import { isObject, type JsonObject, parseJson } from "@inlay/sandbox-kit/json"
import { originOf, readBody } from "@inlay/sandbox-kit/wire"

import { accountById, findAccount } from "../accounts/accounts.ts"
import { checkCaller, checkPolicies } from "../policies/refusals.ts"
import { urlsOf } from "../records/urls.ts"
import { type Repository, roleOf } from "../repositories/repositories.ts"
import type { SandboxState } from "../state.ts"
import { authorize, callerOf, tokenHeaders, tokenSees } from "./auth.ts"
import type { Context } from "./context.ts"
import { bodyShouldBeObject, moved, notFound, problemsParsing, Refusal } from "./errors.ts"
import { readAccept } from "./media.ts"
import { placeOf } from "./paths.ts"
import { anonymous, limitExceeded } from "./rate-limits.ts"
import type { Reply } from "./reply.ts"
import type { Match, Router } from "./router.ts"
import { secondaryLimitExceeded } from "./secondary-limits.ts"
import { isWrite, labelOf, methodOf, mountOf, queryOf, type Visit } from "./visit.ts"

/** Source: https://docs.github.com/en/rest/about-the-rest-api/api-versions */
const versions = ["2022-11-28", "2026-03-10"]

const checkVersion = (version: string | ReadonlyArray<string> = "2022-11-28"): string => {
  const match = versions.find((one) => one === version)
  if (match !== undefined) return match
  const list = versions.join(", ")
  throw new Refusal(400, `API version "${String(version)}" is not supported. Supported versions: ${list}.`)
}

/** A file of 100 MB is 134 MB in base64. */
const maxBodyBytes = 140 * 1024 * 1024

const readObject = async (visit: Visit): Promise<JsonObject> => {
  if (!isWrite(visit)) return {}
  const text = await readBody(visit.req, maxBodyBytes)
  if (text === "") return {}
  const value = parseJson(text ?? "")
  if (value === undefined) throw problemsParsing()
  if (!isObject(value.value)) throw bodyShouldBeObject()
  return value.value
}

const identify = ({ clock, tokens, world }: SandboxState, visit: Visit, match: Match | undefined): void => {
  const { authorization } = visit.req.headers
  if (match?.route.ownAuth === true) return
  visit.call.token = authorization === undefined ? anonymous : "unknown"
  visit.caller = callerOf(world, tokens, authorization, clock.now())
  visit.call.token = labelOf(visit)
  Object.assign(visit.headers, tokenHeaders(visit.caller.token, match?.route ?? {}))
}

const count = ({ rateLimits, secondaryLimits }: SandboxState, visit: Visit): void => {
  const label = labelOf(visit)
  if (visit.resource !== null && !rateLimits.take(label, visit.resource)) {
    throw limitExceeded(visit.caller.viewer?.id, visit.requestId)
  }
  if (!secondaryLimits.allows(label, isWrite(visit), visit.call.underWay)) {
    throw secondaryLimitExceeded(visit.requestId, secondaryLimits.settings.retryAfterSeconds)
  }
}

const isHidden = ({ world }: SandboxState, { caller }: Visit, repository: Repository | undefined): boolean =>
  repository !== undefined &&
  (roleOf(world, repository, caller.viewer) === undefined || !tokenSees(world, caller.token, repository))

/** Checks the request and returns a function that runs the operation. */
export const judge = async (
  state: SandboxState,
  router: Router,
  visit: Visit
): Promise<() => Reply | Promise<Reply>> => {
  const { call, req } = visit
  const { world } = state
  visit.headers["x-github-api-version-selected"] = checkVersion(req.headers["x-github-api-version"])
  const media = readAccept(req.headers.accept)
  visit.media = media
  const place = placeOf(world, visit.path)
  const match = router(methodOf(visit), place.path)
  call.operation = match?.template ?? null
  visit.resource = match?.route.resource === undefined ? "core" : match.route.resource
  identify(state, visit, match)
  count(state, visit)
  checkCaller(state.policies, visit.caller)
  const body = await readObject(visit)
  const { repository } = place
  if (match === undefined || isHidden(state, visit, repository)) throw notFound()
  const owner =
    repository === undefined ? findAccount(world, match.params["org"] ?? "") : accountById(world, repository.ownerId)
  checkPolicies(state.policies, visit.caller, { repository, owner }, isWrite(visit), state.clock.now())
  const urls = urlsOf(originOf(req), mountOf(visit))
  if (place.isMoved) throw moved(`${urls.api}${place.linkPath}${queryOf(req)}`, isWrite(visit))
  const { route, params } = match
  if (route.ownAuth !== true) authorize(world, visit.caller, route, repository, isWrite(visit))
  const context: Context = {
    state,
    world,
    urls,
    method: methodOf(visit),
    params,
    query: new URLSearchParams(queryOf(req)),
    headers: req.headers,
    body,
    media,
    ...visit.caller,
    repository,
    linkPath: place.linkPath,
    stamp: state.clock.stamp
  }
  return () => route.run(context)
}

/**
 * Handles renamed and transferred repositories, for which the service redirects the old name to the repository's
 * number. Reads follow the redirect. A change is refused with the new name, because the caller named another
 * repository. https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
 */
import type { CallRequest, Client } from "@inlay/core-http/Client"
import type { ProviderError, Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { fieldsOf } from "./reasons/service-words.ts"
import { providerError } from "./service.ts"

/** Returns `owner/repo` of an endpoint below a repository. */
const nameIn = (endpoint: string) => /^\/(?:repos|user\/starred)\/([^/?]+\/[^/?]+)/.exec(endpoint)?.[1]

/** Endpoints of resources that can be renamed. No other redirect is followed. */
const NAMED = /^\/(repos|repositories|user\/starred)\/[^/]/

const ISSUE = /^\/repos\/[^/?]+\/[^/?]+\/issues\/\d+/

type Call = Client["call"]

const isRedirect = ({ reason }: ProviderError): boolean => reason._tag === "Refused" && reason.guard === "redirect"

const renameReason = (from: string, to: string): Reason => ({
  _tag: "NotFound",
  what: `${from} is now ${to}.`,
  remedy: { to: "chooseName", names: [to] },
  nothing: "changed",
  known: [to]
})

/** Reads one text field of a record, or `undefined` if the record cannot be read. */
const read = (call: Call, operation: string, endpoint: string, field: string) =>
  call({ operation, method: "GET", endpoint, followMoved: true }).pipe(
    Effect.map(({ body }) => {
      const value = fieldsOf(body)[field]
      return typeof value === "string" ? value : undefined
    }),
    Effect.catch(() => Effect.succeed(undefined))
  )

/** Returns `owner/repo#number` from the address of an issue's page. */
const issueAt = (page: string): string | undefined => {
  const [, name, number] = /\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+)$/.exec(page) ?? []
  return name === undefined || number === undefined ? undefined : `${name}#${number}`
}

/** Returns why a redirected change was refused, with the new name. */
const newName = Effect.fnUntraced(function* (call: Call, { operation, endpoint }: CallRequest) {
  const name = nameIn(endpoint)
  if (name === undefined) return undefined
  const fullName = yield* read(call, operation, `/repos/${name}`, "full_name")
  if (fullName !== undefined && fullName.toLowerCase() !== name.toLowerCase()) return renameReason(name, fullName)
  const [issue] = ISSUE.exec(endpoint) ?? []
  const page = issue === undefined ? undefined : yield* read(call, operation, issue, "html_url")
  const to = page === undefined ? undefined : issueAt(page)
  return issue === undefined || to === undefined ? undefined : renameReason(`${name}#${issue.split("/").at(-1)}`, to)
})

/** Returns a better reason for a 404 of a token that sees public repositories only, if the repository is public. */
const inPublic = Effect.fnUntraced(function* (call: Call, { operation, endpoint }: CallRequest) {
  const name = nameIn(endpoint)
  const visible = name === undefined ? undefined : yield* read(call, operation, `/repos/${name}`, "full_name")
  return visible === undefined
    ? undefined
    : ({
        _tag: "NotFound",
        what: `${visible} does not have this resource, or the token's owner may not change it.`,
        remedy: { to: "checkNames" }
      } satisfies Reason)
})

/**
 * Makes reads follow a renamed repository, and makes changes fail with the new name.
 * @param follows false for an account that is limited to named repositories, because the new name is not among them
 */
export const followMoves =
  (call: Call, follows: boolean): Call =>
  (request) => {
    const attempt = call(
      follows && request.method === "GET" && NAMED.test(request.endpoint) ? { followMoved: true, ...request } : request
    )
    if (!follows) return attempt
    return attempt.pipe(
      Effect.catch((error) =>
        Effect.gen(function* () {
          const { reason } = error
          const isHidden = reason._tag === "Forbidden" && reason.remedy?.to === "checkNames"
          const explanation = isHidden
            ? yield* inPublic(call, request)
            : isRedirect(error) && request.method !== "GET"
              ? yield* newName(call, request)
              : undefined
          return yield* explanation === undefined ? error : providerError(error.operation, explanation)
        })
      )
    )
  }

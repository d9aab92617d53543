/**
 * Tells the caller where to check whether a change was made if its response was lost: nouns for `CallRequest.lookAt`.
 */
import { mayBeDone, type CallRequest } from "@inlay/core-http/Client"
import { undocumented, type ProviderError } from "@inlay/core-http/ProviderError"

import type { RepositoryName } from "../schema/Repository.ts"
import { fullName } from "./endpoint.ts"

/** For a new record whose number is not known yet: it would be the newest of its kind. */
export const newest = (kind: string, where: RepositoryName): string => `the newest ${kind} of ${fullName(where)}`

/** For a record that exists already. */
export const state = (what: string, where: RepositoryName): string => `${what} of ${fullName(where)}`

/** The error of a response that is not as documented. What it was to change may be changed. */
export const notUnderstood = ({ lookAt, method, operation }: CallRequest): ProviderError => {
  const error = undocumented("codehost", operation)
  return method === "GET" ? error : mayBeDone(error, lookAt)
}

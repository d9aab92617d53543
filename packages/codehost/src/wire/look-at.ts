/**
 * Tells the caller where to check whether a change was made if its response was lost: nouns for `CallRequest.lookAt`.
 */
import type { RepositoryName } from "../schema/Repository.ts"
import { fullName } from "./endpoint.ts"

/** For a new record whose number is not known yet: it would be the newest of its kind. */
export const newest = (kind: string, where: RepositoryName): string => `the newest ${kind} of ${fullName(where)}`

/** For a record that exists already. */
export const state = (what: string, where: RepositoryName): string => `${what} of ${fullName(where)}`

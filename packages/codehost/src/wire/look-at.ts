/** Where to look whether a change was made when its answer was lost: nouns for `CallRequest.lookAt`. */
import type { RepositoryName } from "../schema/Repository.ts"

const nameOf = ({ owner, repo }: RepositoryName): string => `${owner}/${repo}`

/** For something new whose number is not known yet: it would be the newest of its kind. */
export const newest = (kind: string, where: RepositoryName): string => `the newest ${kind} of ${nameOf(where)}`

/** For something that exists. */
export const state = (what: string, where: RepositoryName): string => `${what} of ${nameOf(where)}`

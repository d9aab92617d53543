/**
 * Attacks through endpoints, headers and redirects, as plain data for the tests of the guards and of every plugin's API
 * Call.
 */
import type { PathStyle } from "../../address/Endpoint.ts"
import { characters } from "./characters.ts"
import { elsewhere } from "./elsewhere.ts"
import type { Group } from "./group.ts"
import { smuggled } from "./smuggled.ts"
import { upward } from "./upward.ts"

export { count, type Group } from "./group.ts"
export { hostileHeaders, validHeaders, type Headers } from "./headers.ts"
export { validEndpoints } from "./valid-endpoints.ts"
export { staysBelow } from "./readings.ts"
export { redirectStatuses, redirectTargets } from "./redirects.ts"

export const hostileEndpoints: ReadonlyArray<Group<string>> = [...elsewhere, ...upward, ...characters, ...smuggled]

/**
 * The ways in which an author may write an endpoint in this path style: unchanged and, if applicable, without its
 * leading slash.
 */
export const spellings = (endpoint: string, style: PathStyle): ReadonlyArray<string> =>
  style === "leading-slash" || !/^\/(?![/\\])/.test(endpoint) ? [endpoint] : [endpoint, endpoint.slice(1)]

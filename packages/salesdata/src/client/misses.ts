/** Misses in a row of an account that never had a match: a wrong base address may look like nobody, again and again. */

const MANY = 5

const NOTICE =
  "This account has had no match yet, and several misses in a row: check its base address, its path prefix included."

export interface Misses {
  /** Counts an outcome, and gives what its miss should say. What the cache answered tells nothing of the address now. */
  readonly noticeOf: (match: boolean, fromCache: boolean) => string | undefined
}

/** For one client's life. */
export const makeMisses = (): Misses => {
  let misses = 0
  let hasMatched = false
  return {
    noticeOf: (match, fromCache) => {
      hasMatched ||= match
      if (!match && !fromCache) misses++
      return !match && !hasMatched && misses >= MANY ? NOTICE : undefined
    }
  }
}

/**
 * Counts misses of an account that has never had a match, because a wrong base address may look like a series of
 * misses.
 */

const MANY = 5

const NOTICE =
  "This account has had no match yet, and several misses in a row: check its base address, including its path prefix."

/** Counts for the life of one client. */
export const makeMisses = () => {
  let misses = 0
  let hasMatched = false
  return {
    /**
     * Counts an outcome, and returns the notice for a miss, if any. Cached outcomes are not counted as misses, because
     * they say nothing about the current address.
     */
    noticeOf: (match: boolean, fromCache: boolean): string | undefined => {
      hasMatched ||= match
      if (!match && !fromCache) misses++
      return !match && !hasMatched && misses >= MANY ? NOTICE : undefined
    }
  }
}

export type Misses = ReturnType<typeof makeMisses>

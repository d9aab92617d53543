/** Counts the responses of each principal that last, such as streams of events, so that nobody holds too many. */

/** The most streams of one kind that a principal, or one session of the console, may have open at one server. */
export const MAX_STREAMS = 20

/**
 * Makes a function that opens a stream of a holder: the id of a principal or of a session. It returns how to close it,
 * or `undefined` if it is one too many.
 */
export const makeOpenStreams = () => {
  const counts = new Map<string, number>()
  return (holder: string): (() => void) | undefined => {
    const count = (counts.get(holder) ?? 0) + 1
    if (count > MAX_STREAMS) return undefined
    counts.set(holder, count)
    return () => {
      const rest = (counts.get(holder) ?? 1) - 1
      if (rest === 0) counts.delete(holder)
      else counts.set(holder, rest)
    }
  }
}

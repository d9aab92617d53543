/** Counts the responses of each principal that last, such as streams of events, so that nobody holds too many. */

/** The most streams of one kind that a principal may have open at one server. */
export const MAX_STREAMS = 20

/** Makes a function that opens a stream of a principal. It returns how to close it, or `undefined` if it is one too many. */
export const makeOpenStreams = () => {
  const counts = new Map<string, number>()
  return (principal: string): (() => void) | undefined => {
    const count = (counts.get(principal) ?? 0) + 1
    if (count > MAX_STREAMS) return undefined
    counts.set(principal, count)
    return () => {
      const rest = (counts.get(principal) ?? 1) - 1
      if (rest === 0) counts.delete(principal)
      else counts.set(principal, rest)
    }
  }
}

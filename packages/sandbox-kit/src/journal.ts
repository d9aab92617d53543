// Every call seen, for tests to ask about afterwards. What is secret is never written down.

/** The last calls of a sandbox. */
export interface Journal<Call extends { readonly number: number }> {
  /** Notes a call and gives it its number; what is learned of it later is written into it. */
  readonly open: (call: Omit<Call, "number">) => Call
  /** Oldest first. */
  readonly calls: () => ReadonlyArray<Call>
  /** Forgets all of them; numbers go on. */
  readonly clear: () => void
}

/** Older calls than the last so many are forgotten. */
const mostCalls = 20_000

/** An empty journal. */
export const makeJournal = <Call extends { readonly number: number }>(): Journal<Call> => {
  let calls: Array<Call> = []
  let count = 0
  return {
    open: (call) => {
      count += 1
      const entry = { number: count, ...call } as Call
      if (calls.length >= mostCalls) calls = calls.slice(mostCalls / 2)
      calls.push(entry)
      return entry
    },
    calls: () => calls,
    clear: () => {
      calls = []
    }
  }
}

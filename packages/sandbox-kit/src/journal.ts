// A record of the calls to a sandbox, for tests to inspect afterwards. Secrets are never recorded.

/** The last calls of a sandbox. */
export interface Journal<Call extends { readonly number: number }> {
  /** Records a call and gives it a number. Facts that become known later are written into the returned entry. */
  readonly open: (call: Omit<Call, "number">) => Call
  /** Oldest first. */
  readonly calls: () => ReadonlyArray<Call>
  /** Removes all calls. The numbering continues. */
  readonly clear: () => void
}

/** Once there are this many calls, the older half is dropped. */
const mostCalls = 20_000

/** Creates an empty journal. */
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

// A queue of faults that were requested in advance. The next calls meet them, in order.

/** The fields of every queued fault. A sandbox adds which calls the fault applies to. */
export interface Queued<Fault extends string> {
  readonly fault: Fault
  /** How many more calls meet the fault. */
  readonly times: number
}

/** Faults in the order in which they were added. */
export interface FaultQueue<Entry extends Queued<string>> {
  /** Adds an entry at the end. */
  readonly add: (entry: Entry) => void
  /** Returns the fault of the oldest entry that applies to the call, and reduces that entry's count by one. */
  readonly take: (isMeant: (entry: Entry) => boolean) => Entry["fault"] | undefined
  /** Returns the queued entries, oldest first. */
  readonly list: () => ReadonlyArray<Entry>
  /** Removes all entries. */
  readonly clear: () => void
}

/** Creates an empty queue. */
export const makeFaultQueue = <Entry extends Queued<string>>(): FaultQueue<Entry> => {
  let queue: ReadonlyArray<Entry> = []
  return {
    add: (entry) => {
      queue = [...queue, entry]
    },
    take: (isMeant) => {
      const next = queue.find(isMeant)
      if (next === undefined) return undefined
      queue = queue.flatMap((entry) => {
        if (entry !== next) return [entry]
        return entry.times > 1 ? [{ ...entry, times: entry.times - 1 }] : []
      })
      return next.fault
    },
    list: () => queue,
    clear: () => {
      queue = []
    }
  }
}

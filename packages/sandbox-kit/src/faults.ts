// Faults that were asked for in advance: the next calls meet them, in their order.

/** What every queued fault has; a sandbox adds which calls it is meant for. */
export interface Queued<Fault extends string> {
  readonly fault: Fault
  /** Calls that still meet it. */
  readonly times: number
}

/** Faults by their order. */
export interface FaultQueue<Entry extends Queued<string>> {
  /** Behind all that wait. */
  readonly add: (entry: Entry) => void
  /** The fault of the oldest entry that is meant for the call; one time fewer is left of it. */
  readonly take: (isMeant: (entry: Entry) => boolean) => Entry["fault"] | undefined
  /** What waits, oldest first. */
  readonly list: () => ReadonlyArray<Entry>
  /** Nothing waits any more. */
  readonly clear: () => void
}

/** An empty queue. */
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

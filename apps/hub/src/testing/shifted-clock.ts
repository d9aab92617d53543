/** A process whose system clock is wrong, for tests; its monotonic clock goes on as it should. */

const source = (offMillis: number): string => `
  const now = Date.now.bind(Date)
  globalThis.Date = class extends Date {
    constructor(...args) {
      if (args.length === 0) super(now() + ${offMillis})
      else super(...args)
    }
    static now() {
      return now() + ${offMillis}
    }
  }`

/** Arguments for Node: `Date` is off by so many milliseconds from the start. */
export const shiftedClock = (offMillis: number): ReadonlyArray<string> => [
  "--import",
  `data:text/javascript,${encodeURIComponent(source(offMillis))}`
]

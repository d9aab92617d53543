/** Arguments for Node that shift its clock by a number of milliseconds, like a computer whose date is wrong. */
export const shiftArguments = (byMillis: number): ReadonlyArray<string> => [
  "--import",
  `data:text/javascript,${encodeURIComponent(`
    const Real = Date
    const by = ${byMillis}
    globalThis.Date = class Date extends Real {
      constructor(...parts) {
        if (parts.length === 0) super(Real.now() + by)
        else super(...parts)
      }
      static now() {
        return Real.now() + by
      }
    }
    Object.defineProperty(performance, "timeOrigin", { value: performance.timeOrigin + by })
  `)}`
]

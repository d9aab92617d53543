/**
 * Arguments for Node that shift its clock by a number of milliseconds, like a computer whose date is wrong.
 * @param isMovable whether it is right at first, and is set ahead and back with each signal SIGUSR2
 */
export const shiftArguments = (byMillis: number, isMovable = false): ReadonlyArray<string> => [
  "--import",
  `data:text/javascript,${encodeURIComponent(`
    const Real = Date
    let by = ${isMovable ? 0 : byMillis}
    if (${isMovable}) process.on("SIGUSR2", () => { by = ${byMillis} - by })
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

/** Arguments for Node that shorten the five seconds between two polls of a device sign-in to 50 ms. */
export const shortPauses: ReadonlyArray<string> = [
  "--import",
  `data:text/javascript,${encodeURIComponent(`
    const wait = globalThis.setTimeout
    globalThis.setTimeout = Object.assign(
      (handler, millis, ...more) => wait(handler, millis >= 5000 && millis <= 6000 ? 50 : millis, ...more),
      wait
    )
  `)}`
]

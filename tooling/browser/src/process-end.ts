// Runs clean-up when this process ends, on its own or by a signal, without keeping the signal from ending it.

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const
const cleanups = new Set<() => void>()

const onExit = (): void => {
  for (const cleanup of cleanups) cleanup()
}

/** If the program has its own handlers, it decides when to end; `onExit` runs then too. */
const onSignal = (signal: keyof typeof signals): void => {
  if (process.listenerCount(signal) === 1) process.exit(128 + signals[signal])
}

const names: ReadonlyArray<keyof typeof signals> = ["SIGHUP", "SIGINT", "SIGTERM"]

const listen = (): void => {
  process.on("exit", onExit)
  for (const name of names) process.on(name, onSignal)
}

const unlisten = (): void => {
  process.off("exit", onExit)
  for (const name of names) process.off(name, onSignal)
}

/**
 * Registers a synchronous clean-up and returns a function that removes it. Listens only while clean-ups are registered.
 */
export const atProcessEnd = (cleanup: () => void): (() => void) => {
  if (cleanups.size === 0) listen()
  cleanups.add(cleanup)
  return () => {
    if (cleanups.delete(cleanup) && cleanups.size === 0) unlisten()
  }
}

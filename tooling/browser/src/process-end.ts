// Runs clean-up when this process ends, by itself or by a signal, and never keeps a signal from ending it.

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const
const cleanups = new Set<() => void>()

const onExit = (): void => {
  for (const cleanup of cleanups) cleanup()
}

/** A program with handlers of its own decides itself when to end; `onExit` still runs then. */
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

/** Registers a synchronous clean-up; the answer takes it back. Listens only while there is something to clean up. */
export const atProcessEnd = (cleanup: () => void): (() => void) => {
  if (cleanups.size === 0) listen()
  cleanups.add(cleanup)
  return () => {
    if (cleanups.delete(cleanup) && cleanups.size === 0) unlisten()
  }
}

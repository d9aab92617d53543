// What `pnpm sandbox` and `pnpm sandbox record` share: how they read a port, fail, and end.

import type { Serving } from "@inlay/sandbox-kit/serve"

/** Prints the reason on standard error and ends the process: with 1, or with 2 if the command line is wrong. */
export const quit = (message: string, code: 1 | 2): never => {
  process.stderr.write(`sandbox: ${message}\n`)
  process.exit(code)
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Fails with an Error for the user. */
export const readPort = (text: string): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new Error("--port must be a whole number from 0 to 65535")
  return port
}

/** Serves until the process receives SIGINT or SIGTERM. Call it before the user is told that it serves. */
export const serveUntilStopped = ({ close }: Serving): void => {
  const stop = (): void => void close().then(() => process.exit(0))
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
}

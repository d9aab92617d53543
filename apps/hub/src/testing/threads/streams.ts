/**
 * Captures the standard streams of a thread instead of printing them, and replaces its environment. Affects only the
 * thread that imports it.
 */

const output = { stdout: new Array<string>(), stderr: new Array<string>() }

type Name = keyof typeof output

/** @param terminal properties that make the streams look like a terminal, if wanted */
export const listen = (terminal: { readonly isTTY?: true; readonly columns?: number } = {}): void => {
  for (const name of ["stdout", "stderr"] as const) {
    const write = (chunk: string | Uint8Array, ...more: ReadonlyArray<unknown>): boolean => {
      output[name].push(String(chunk))
      const last = more.at(-1)
      if (typeof last === "function") queueMicrotask(() => void last())
      return true
    }
    Object.assign(process[name], { write, ...terminal })
  }
}

/** Returns what was written since the last call, one entry for each write. */
export const take = (name: Name): ReadonlyArray<string> => output[name].splice(0)

/** Replaces the environment. */
export const surround = (env: Readonly<Record<string, string>>): void => {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
}

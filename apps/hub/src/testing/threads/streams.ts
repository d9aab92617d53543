/** The standard output of a thread, kept in the place of printed, and its environment. Only for the thread that imports it. */

const output = { stdout: new Array<string>(), stderr: new Array<string>() }

type Name = keyof typeof output

/** @param terminal what makes a stream look like one, if it is to be one */
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

/** What was written since it was last taken, write by write. */
export const take = (name: Name): ReadonlyArray<string> => output[name].splice(0)

/** An environment in the place of the one before. */
export const surround = (env: Readonly<Record<string, string>>): void => {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
}

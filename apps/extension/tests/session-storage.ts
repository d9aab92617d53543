/** A stand-in for `chrome.storage.session`, which pages and the worker share. */
import { vi } from "vitest"

type Values = Readonly<Record<string, unknown>>

/** Empty, with which it replaces the browser's. */
export const emptySessionStorage = (): void => {
  const values = new Map<string, unknown>()
  const listeners = new Set<(changes: Values) => void>()
  const session = {
    get: async (wanted?: string) =>
      structuredClone(Object.fromEntries([...values].filter(([key]) => wanted === undefined || key === wanted))),
    set: async (all: Values) => {
      for (const [key, value] of Object.entries(all)) values.set(key, structuredClone(value))
      for (const listen of listeners)
        listen(Object.fromEntries(Object.entries(all).map(([key, newValue]) => [key, { newValue }])))
    },
    remove: async (keys: string | ReadonlyArray<string>) => {
      for (const key of [keys].flat()) values.delete(key)
    },
    onChanged: {
      addListener: (listen: (changes: Values) => void) => void listeners.add(listen),
      removeListener: (listen: (changes: Values) => void) => void listeners.delete(listen)
    }
  }
  vi.stubGlobal("chrome", { ...globalThis.chrome, storage: { ...globalThis.chrome?.storage, session } })
}

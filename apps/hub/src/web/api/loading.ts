/** Loads a view's data when it opens, and again on request. */
import { useCallback, useEffect, useState } from "preact/hooks"

import { get } from "./client.ts"
import type { RequestError } from "./types.ts"

export type Loaded<A> =
  | { readonly state: "loading"; readonly value?: A }
  | { readonly state: "ready"; readonly value: A }
  | { readonly state: "failed"; readonly error: RequestError }

/** @returns the state, and a function that loads again; the old value stays until the new one arrives */
export const useLoaded = <A>(path: string): readonly [Loaded<A>, () => void] => {
  const [loaded, setLoaded] = useState<Loaded<A>>({ state: "loading" })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const stopping = new AbortController()
    setLoaded((before) =>
      "value" in before && before.value !== undefined ? { state: "loading", value: before.value } : { state: "loading" }
    )
    const load = async () => {
      const answer = await get<A>(path, stopping.signal)
      if (stopping.signal.aborted) return
      setLoaded(answer.ok ? { state: "ready", value: answer.value } : { state: "failed", error: answer.error })
    }
    void load()
    return () => stopping.abort()
  }, [path, turn])
  return [loaded, useCallback(() => setTurn((last) => last + 1), [])]
}

/** Loads a view's data when it opens, when its user comes back to it, and on request. */
import { useCallback, useEffect, useState } from "preact/hooks"

import { get } from "./client.ts"
import type { RequestError } from "./types.ts"

export type Loaded<A> =
  | { readonly state: "loading"; readonly value?: A | undefined }
  | { readonly state: "ready"; readonly value: A }
  | { readonly state: "failed"; readonly value?: undefined; readonly error: RequestError }

/** Acts whenever the user comes back to the page, also from a window beside it. Returns what ends that. */
export const onReturn = (act: () => void): (() => void) => {
  const ending = new AbortController()
  const { signal } = ending
  let isAway = false
  const comeBack = () => {
    isAway = false
    act()
  }
  // A page that comes into sight gets the focus, too, after this.
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && comeBack(), { signal })
  addEventListener("blur", () => (isAway = true), { signal })
  addEventListener("focus", () => isAway && comeBack(), { signal })
  return () => ending.abort()
}

/**
 * Somebody who comes back to the page finds what changed meanwhile, by another tab or program. If that cannot be read,
 * what the page shows stays.
 *
 * @returns the state, and a function that loads again; the old value stays until the new one arrives
 */
export const useLoaded = <A>(path: string): readonly [Loaded<A>, () => void] => {
  const [loaded, setLoaded] = useState<Loaded<A>>({ state: "loading" })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const stopping = new AbortController()
    setLoaded(({ value }) => ({ state: "loading", value }))
    const load = async (isReturn: boolean) => {
      const answer = await get<A>(path, stopping.signal)
      if (stopping.signal.aborted) return
      if (answer.ok) setLoaded({ state: "ready", value: answer.value })
      else if (!isReturn) setLoaded({ state: "failed", error: answer.error })
    }
    const leave = onReturn(() => void load(true))
    void load(false)
    return () => {
      stopping.abort()
      leave()
    }
  }, [path, turn])
  return [loaded, useCallback(() => setTurn((last) => last + 1), [])]
}

/** Joins the results of `useLoaded` that a view needs together. Loading again loads what failed. */
export const together = (
  ...loads: ReadonlyArray<readonly [loaded: Loaded<unknown>, load: () => void]>
): readonly [Loaded<true>, () => void] => {
  const [failure] = loads.flatMap(([loaded]) => (loaded.state === "failed" ? [loaded] : []))
  const isReady = loads.every(([{ state }]) => state === "ready")
  const retry = () => {
    for (const [{ state }, load] of loads) if (state === "failed") load()
  }
  return [failure ?? (isReady ? { state: "ready", value: true } : { state: "loading" }), retry]
}

/** A paginated list, newest first, which is loaded again whenever its filter changes or its user comes back to it. */
import { useEffect, useRef, useState } from "preact/hooks"

import { get } from "./client.ts"
import { onReturn } from "./loading.ts"
import type { RequestError } from "./types.ts"

export interface PageOf<A> {
  readonly items: ReadonlyArray<A>
  readonly next?: string
}

const LIMIT = 25

const pathOf = (path: string, filter: Readonly<Record<string, string>>, cursor?: string): string => {
  const query = new URLSearchParams({ limit: String(LIMIT) })
  for (const [name, value] of Object.entries(filter)) if (value !== "") query.set(name, value)
  if (cursor !== undefined) query.set("cursor", cursor)
  return `${path}?${query.toString()}`
}

/**
 * @param filter by request parameter; empty values are left out
 * @param turn a change loads the list again; the old items stay until the response arrives
 */
export const usePages = <A>(path: string, filter: Readonly<Record<string, string>>, turn = 0) => {
  const [page, setPage] = useState<PageOf<A>>()
  const [error, setError] = useState<RequestError>()
  const [isMore, setMore] = useState(false)
  const stopping = useRef<AbortController | undefined>(undefined)
  /** Replaces a load under way, whose late answer would overwrite the newer list. */
  const load = async (before: PageOf<A> | undefined) => {
    stopping.current?.abort()
    const { signal } = (stopping.current = new AbortController())
    setError(undefined)
    setMore(before !== undefined)
    const answer = await get<PageOf<A>>(pathOf(path, filter, before?.next), signal)
    if (signal.aborted) return
    setMore(false)
    if (!answer.ok) return setError(answer.error)
    setPage({ ...answer.value, items: [...(before?.items ?? []), ...answer.value.items] })
  }
  useEffect(() => {
    void load(undefined)
    return () => stopping.current?.abort()
  }, [path, filter, turn])
  /** If it cannot be read, what the page shows stays. */
  const refresh = async () => {
    const signal = stopping.current?.signal
    const answer = await get<PageOf<A>>(pathOf(path, filter), signal)
    if (!answer.ok || signal?.aborted === true) return
    setError(undefined)
    setPage(answer.value)
  }
  // A list of which more was opened stays, so that its user does not lose the place.
  const isFirst = page !== undefined && page.items.length <= LIMIT
  useEffect(() => (isFirst ? onReturn(() => void refresh()) : undefined), [path, filter, isFirst])
  return {
    /** All pages loaded so far, joined; absent before the first. */
    page,
    error,
    /** Whether a further page is being loaded. */
    isMore,
    /** Loads again from the first page. */
    again: () => void load(undefined),
    more: () => void load(page)
  }
}

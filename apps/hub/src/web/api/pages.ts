/** A list that comes page by page, newest first, and is read anew whenever its filter changes. */
import { useEffect, useState } from "preact/hooks"

import { get } from "./client.ts"
import type { RequestError } from "./types.ts"

export interface PageOf<A> {
  readonly items: ReadonlyArray<A>
  readonly next?: string
}

export interface Pages<A> {
  /** All pages read so far, as one; absent before the first. */
  readonly page: PageOf<A> | undefined
  readonly error: RequestError | undefined
  /** Whether a further page is being read. */
  readonly isMore: boolean
  /** Begins with the first page. */
  readonly again: () => void
  readonly more: () => void
}

const LIMIT = 25

const pathOf = (path: string, filter: Readonly<Record<string, string>>, cursor?: string): string => {
  const query = new URLSearchParams({ limit: String(LIMIT) })
  for (const [name, value] of Object.entries(filter)) if (value !== "") query.set(name, value)
  if (cursor !== undefined) query.set("cursor", cursor)
  return `${path}?${query.toString()}`
}

/**
 * @param filter by the names of the request's parameters; what is empty is not asked for
 * @param turn another one reads the list anew; what stands there stays until the answer
 */
export const usePages = <A>(path: string, filter: Readonly<Record<string, string>>, turn = 0): Pages<A> => {
  const [page, setPage] = useState<PageOf<A>>()
  const [error, setError] = useState<RequestError>()
  const [isMore, setMore] = useState(false)
  const load = async (before: PageOf<A> | undefined, signal?: AbortSignal) => {
    setError(undefined)
    const answer = await get<PageOf<A>>(pathOf(path, filter, before?.next), signal)
    setMore(false)
    if (signal?.aborted === true) return
    if (!answer.ok) return setError(answer.error)
    setPage({ ...answer.value, items: [...(before?.items ?? []), ...answer.value.items] })
  }
  useEffect(() => {
    const stopping = new AbortController()
    void load(undefined, stopping.signal)
    return () => stopping.abort()
  }, [path, filter, turn])
  return {
    page,
    error,
    isMore,
    again: () => void load(undefined),
    more: () => {
      setMore(true)
      void load(page)
    }
  }
}

/** Reads data from the worker when a view is mounted, and again when it may be another. */
import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks"

import { onChange } from "../messaging/changes.ts"
import type { Send } from "../messaging/client.ts"
import type { RequestName, Requests } from "../messaging/contract.ts"
import type { Failure } from "../messaging/failure.ts"

/** Reads, and draws if `isNewest`: a slow answer may arrive after a newer one. */
type Read = (isNewest: () => boolean) => unknown

/** @returns a function that reads again, as is done whenever `read` is another one */
export const useReading = (read: Read): (() => void) => {
  const turn = useRef(0)
  const again = useCallback(() => {
    const mine = ++turn.current
    void read(() => mine === turn.current)
  }, [read])
  // Runs before anybody can click, so that a choice is always newer than what was read before it.
  useLayoutEffect(() => {
    again()
    return () => {
      turn.current += 1
    }
  }, [again])
  return again
}

/** The same, also whenever any page has changed something. */
export const useStored = (read: Read): (() => void) => {
  const again = useReading(read)
  useLayoutEffect(() => onChange(again), [again])
  return again
}

/** The newest output of a request, which stays until there is a newer one, and why the newest reading failed. */
export const useReply = <N extends RequestName>(send: Send, name: N, input: Requests[N]["input"]) => {
  const [output, setOutput] = useState<Requests[N]["output"]>()
  const [error, setError] = useState<Failure>()
  const read = async (isNewest: () => boolean) => {
    const reply = await send(name, input)
    if (!isNewest()) return
    if (reply.ok) setOutput(reply.output)
    setError(reply.ok ? undefined : reply.error)
  }
  const reload = useStored(useCallback(read, [send, name, JSON.stringify(input)]))
  return { output, error, reload }
}

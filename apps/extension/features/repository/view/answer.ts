/** Sends one request of the popup and holds its answer, with a way to read it again. */
import { useCallback, useLayoutEffect, useState } from "preact/hooks"

import type { Send } from "../../../messaging/client.ts"
import type { RequestName, Requests } from "../../../messaging/contract.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { useReading } from "../../../ui/use-stored.ts"

interface State<A> {
  readonly output?: A
  /** Why the newest reading failed, perhaps while an older output is still shown. */
  readonly error?: Failure
}

export interface Answer<A> extends State<A> {
  readonly isLoading: boolean
  /** Why there is no output. */
  readonly failure: Failure | undefined
  readonly reload: () => void
}

/** @param input the request is sent again when its JSON changes; `null` sends nothing */
export const useAnswer = <N extends RequestName>(
  send: Send,
  name: N,
  input: Requests[N]["input"] | null
): Answer<Requests[N]["output"]> => {
  const [state, setState] = useState<State<Requests[N]["output"]>>({})
  const read = async (isNewest: () => boolean) => {
    if (input === null) return
    // After a failure, reading again shows the loading state.
    setState((now) => (now.output === undefined ? {} : now))
    const reply = await send(name, input)
    if (isNewest()) setState((now) => (reply.ok ? { output: reply.output } : { ...now, error: reply.error }))
  }
  const reload = useReading(useCallback(read, [send, name, JSON.stringify(input)]))
  useLayoutEffect(() => setState({}), [reload])
  const { output, error } = state
  const isLoading = output === undefined && error === undefined
  return { ...state, isLoading, failure: output === undefined ? error : undefined, reload }
}

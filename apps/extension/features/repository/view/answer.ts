/** Sends one request of the popup and holds its answer, with a way to read it again. */
import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks"

import type { Send } from "../../../messaging/client.ts"
import type { RequestName, Requests } from "../../../messaging/contract.ts"
import type { Failure } from "../../../messaging/failure.ts"

export type Answer<A> =
  | { readonly at: "loading" }
  | { readonly at: "failed"; readonly error: Failure }
  /** `error`: why the newest reading failed, while an older value is still shown. */
  | { readonly at: "here"; readonly value: A; readonly error?: Failure }

/** An answer, and a way to read it again. */
export interface ReloadableAnswer<A> {
  readonly answer: Answer<A>
  readonly reload: () => void
}

/** @param input the request is sent again when its JSON changes; `null` sends nothing */
export const useAnswer = <N extends RequestName>(
  send: Send,
  name: N,
  input: Requests[N]["input"] | null
): ReloadableAnswer<Requests[N]["output"]> => {
  const [answer, setAnswer] = useState<Answer<Requests[N]["output"]>>({ at: "loading" })
  const newest = useRef(0)
  const key = JSON.stringify(input)
  const reload = useCallback(() => {
    if (input === null) return
    const mine = ++newest.current
    // After a failure, reading again shows the loading state.
    setAnswer((before) => (before.at === "failed" ? { at: "loading" } : before))
    const read = async () => {
      const reply = await send(name, input)
      if (mine !== newest.current) return
      if (reply.ok) setAnswer({ at: "here", value: reply.output })
      else
        setAnswer((before) =>
          before.at === "here"
            ? { at: "here", value: before.value, error: reply.error }
            : { at: "failed", error: reply.error }
        )
    }
    void read()
  }, [send, name, key])
  // Runs before the first frame rather than after it.
  useLayoutEffect(() => {
    setAnswer({ at: "loading" })
    reload()
    return () => {
      newest.current += 1
    }
  }, [reload])
  return { answer, reload }
}

/** A request that a view sends when its user asks for it: whether it is under way, and why the last one failed. */
import { useState } from "preact/hooks"

import type { Answer } from "./client.ts"
import type { RequestError } from "./types.ts"

export const useSending = () => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<RequestError>()
  return {
    isBusy,
    error,
    /** For an attempt of which nothing is sent. */
    clearError: () => setError(undefined),
    /**
     * Nothing of an earlier failure is shown meanwhile.
     *
     * @param onRefused what else a failure changes, before it is drawn
     */
    send: async <A>(sending: Promise<Answer<A>>, onRefused?: (error: RequestError) => void): Promise<Answer<A>> => {
      setError(undefined)
      setBusy(true)
      const answer = await sending
      setBusy(false)
      if (answer.ok) return answer
      onRefused?.(answer.error)
      setError(answer.error)
      return answer
    }
  }
}

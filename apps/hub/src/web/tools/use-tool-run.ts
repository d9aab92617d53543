/** The preview and the run of one tool step: their state, and how they are started and stopped. */
import type { StepProgress } from "@inlay/agent-plugin/Caller"
import type { Card } from "@inlay/agent-plugin/Card"
import { useEffect, useRef, useState } from "preact/hooks"

import { at, post } from "../api/client.ts"
import { postStreamed } from "../api/stream.ts"
import type { Preview, RequestError } from "../api/types.ts"
import type { Decision } from "./PreviewView.tsx"

interface Outcome {
  readonly output: unknown
  readonly card?: Card
}

type ToolRun =
  | { readonly at: "rest" }
  | { readonly at: "previewing" }
  | { readonly at: "previewed"; readonly preview: Preview; readonly decision?: Decision }
  | { readonly at: "running"; readonly seconds: number; readonly progress?: StepProgress }
  | { readonly at: "done"; readonly outcome: Outcome }
  | { readonly at: "failed"; readonly error: RequestError }

/** What is sent: the step's input, and the account if there is a choice. */
interface Call {
  readonly input: unknown
  readonly account?: string
}

/** The price on the button that a user presses; `undefined` if the preview knows none. */
const maxCreditsOf = ({ isFree, cached, estimate }: Preview): number | undefined => {
  if (cached !== null) return 0
  return isFree || estimate === null ? undefined : estimate
}

/** @param onFailure called with a failure, whose fields the form marks */
export const useToolRun = (id: string, onFailure: (error: RequestError) => void) => {
  const [state, setState] = useState<ToolRun>({ at: "rest" })
  const stopping = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => stopping.current?.abort(), [])
  useEffect(() => {
    if (state.at !== "running") return undefined
    const timer = setTimeout(() => setState({ ...state, seconds: state.seconds + 1 }), 1000)
    return () => clearTimeout(timer)
  }, [state])

  const begin = (next: ToolRun) => {
    setState(next)
    stopping.current = new AbortController()
    return stopping.current.signal
  }
  const fail = (error: RequestError) => {
    onFailure(error)
    setState({ at: "failed", error })
  }
  const stop = () => {
    stopping.current?.abort()
    setState({ at: "rest" })
  }
  return {
    state,
    isBusy: state.at === "running" || state.at === "previewing",
    stop,
    /** A preview belongs to the input before a change of it. */
    dropPreview: () => {
      if (state.at === "previewed" || state.at === "previewing") stop()
    },
    decide: (decision: Decision) => {
      if (state.at === "previewed") setState({ ...state, decision })
    },
    preview: async (call: Call) => {
      const signal = begin({ at: "previewing" })
      const answer = await post<Preview>(at`/api/tools/${id}/previews`, call, signal)
      if (signal.aborted) return
      if (answer.ok) setState({ at: "previewed", preview: answer.value })
      else fail(answer.error)
    },
    /** @param agreed what the user has seen and decided, if there was a preview */
    run: async (call: Call, agreed: { readonly preview?: Preview; readonly decision?: Decision } = {}) => {
      const { preview, decision } = agreed
      const signal = begin({ at: "running", seconds: 0 })
      const maxCredits = preview && maxCreditsOf(preview)
      const body = {
        ...call,
        card: true,
        ...(maxCredits !== undefined && { maxCredits }),
        ...(decision !== undefined && { unknownCharge: decision })
      }
      const answer = await postStreamed<Outcome>(
        at`/api/tools/${id}/runs`,
        body,
        (progress) =>
          setState((before) => (before.at === "running" ? { ...before, progress: progress as StepProgress } : before)),
        signal
      )
      if (signal.aborted) return
      if (answer.ok) setState({ at: "done", outcome: answer.value })
      else fail(answer.error)
    }
  }
}

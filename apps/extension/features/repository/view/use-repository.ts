/**
 * What an open view of a repository knows: six requests with their answers, read again when the hub reports an event,
 * after a change, and from time to time what no event announces.
 */
import { useCallback, useEffect, useRef, useState } from "preact/hooks"

import type { Send } from "../../../messaging/client.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { wayOf } from "../../../messaging/way.ts"
import { onSeen } from "../../../ui/on-seen.ts"
import type { RepositoryRef, Run } from "../requests.ts"
import { useAnswer, type Answer } from "./answer.ts"
import { useLive } from "./live.ts"
import { sentenceOf } from "./problem.tsx"
import { waitingOf } from "./waiting.ts"

/** How often an open popup reads what no event announces: one request a minute. */
const REFRESH_MILLIS = 60_000
/** The time until the hub has sent an event to an agent, or made a hook. */
const SETTLE_MILLIS = 1_500

export type RepositoryData = ReturnType<typeof useRepository>

export const useRepository = (send: Send, of: RepositoryRef) => {
  const isAtHub = wayOf(of) === "hub"
  const facts = useAnswer(send, "repositoryFacts", of)
  const runs = useAnswer(send, "repositoryRuns", of)
  const asked = useAnswer(send, "repositoryAsked", of)
  const limit = useAnswer(send, "repositoryLimit", of)
  const triggers = useAnswer(send, "repositoryTriggers", isAtHub ? of : null)
  const watched = useAnswer(send, "watched", isAtHub ? null : of)
  const [now, setNow] = useState(() => Date.now())
  const [rerun, setRerun] = useState<ReadonlyArray<Run>>([])
  const readAt = useRef(now)
  const everything = [facts, runs, asked, limit, triggers, watched]
  const reloads = useRef(everything)
  reloads.current = everything
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const due = useRef(new Set<() => void>())

  useEffect(() => {
    const look = () => {
      setNow(Date.now())
      // A popup that is not visible sends nothing, and what this browser has seen remains unread.
      if (document.visibilityState !== "visible") return
      readAt.current = Date.now()
      runs.reload()
      watched.reload()
    }
    const timer = setInterval(look, REFRESH_MILLIS)
    // A panel may have been out of sight for a night.
    const stop = onSeen(() => {
      if (Date.now() - readAt.current < REFRESH_MILLIS) return
      readAt.current = Date.now()
      setNow(readAt.current)
      for (const one of reloads.current) one.reload()
    })
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [runs.reload, watched.reload])

  const readLater = useCallback(
    (reads: ReadonlyArray<() => void>) => {
      clearTimeout(settling.current)
      for (const read of reads) due.current.add(read)
      settling.current = setTimeout(() => {
        for (const read of due.current) read()
        due.current.clear()
      }, SETTLE_MILLIS)
    },
    [settling]
  )
  const onEvent = useCallback(
    ({ trigger }: { readonly trigger: string }) => {
      setNow(Date.now())
      readLater([
        triggers.reload,
        ...(/workflow/.test(trigger) ? [runs.reload] : []),
        ...(/review|mention|comment|pull_request/.test(trigger) ? [asked.reload] : [])
      ])
    },
    [readLater, triggers.reload, runs.reload, asked.reload]
  )
  useEffect(() => () => clearTimeout(settling.current), [])
  const { events, isLost } = useLive(send, of, onEvent)

  const main = facts.error
  const isUnreadable = facts.failure !== undefined
  const waiting = waitingOf(facts.output, runs.output, asked.output)
  const isStillEmpty = runs.output !== undefined && asked.isLoading && waiting.count + rerun.length === 0
  // What is asked of the user stands beside the reason why there are no runs.
  const isWithoutRuns = runs.failure !== undefined && waiting.count > 0
  const runsAnswer = { ...runs, ...(isWithoutRuns && { output: waiting, failure: undefined }) }
  const waitingAnswer: Answer<unknown> = isStillEmpty ? asked : runsAnswer
  return {
    facts: facts.output,
    /** The facts are being read for the first time. */
    isLoading: facts.isLoading,
    runs,
    /** What is asked of the user: reviews and mentions. */
    asked,
    limit,
    /** Only for an account of the hub. */
    triggers,
    /** Only for an account of this browser. */
    watched,
    /** What waits for the user, as far as it is known. */
    waiting,
    /** Still loading as long as nothing waits and not everything has been read. */
    waitingAnswer,
    /** Runs that were started again. They no longer wait for the user, but the result of the action stays visible. */
    rerun,
    onRerun: (run: Run) => {
      setRerun((all) => [...all, run])
      runs.reload()
    },
    /** Events that the hub reported while the view was open. */
    events,
    /** The hub's events cannot be received. */
    isLost,
    now,
    /** A problem that keeps everything from being read. It is shown once, at the top. */
    main,
    isUnreadable,
    /** Whether a failure is shown at the top already. */
    isTold: (error: Failure) => isUnreadable || (main !== undefined && sentenceOf(error) === sentenceOf(main)),
    reloadAll: () => {
      setNow(Date.now())
      for (const one of everything) one.reload()
    },
    /** Reads the hub's triggers now, and again when the hub has done what a change leads to. */
    onTriggerChange: () => {
      triggers.reload()
      readLater([triggers.reload])
    }
  }
}

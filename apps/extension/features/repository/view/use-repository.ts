/**
 * What an open view of a repository knows: six requests with their answers, read again when the hub reports an event,
 * after a change, and from time to time what no event announces.
 */
import { useCallback, useEffect, useRef, useState } from "preact/hooks"

import type { Send } from "../../../messaging/client.ts"
import type { Failure } from "../../../messaging/failure.ts"
import { wayOf } from "../../../messaging/way.ts"
import { onSeen } from "../../../ui/on-seen.ts"
import type { EventView } from "../../hub/requests.ts"
import type { RepositoryFacts, RepositoryRef, RepositoryRequests, Run } from "../requests.ts"
import { useAnswer, type Answer } from "./answer.ts"
import { useLive } from "./live.ts"
import { sentenceOf } from "./problem.tsx"
import { waitingOf, type Waiting } from "./waiting.ts"

/** How often an open popup reads what no event announces: one request a minute. */
const REFRESH_MILLIS = 60_000
/** The time until the hub has sent an event to an agent, or made a hook. */
const SETTLE_MILLIS = 1_500

type Output<N extends keyof RepositoryRequests> = Answer<RepositoryRequests[N]["output"]>

export interface RepositoryData {
  readonly facts: RepositoryFacts | undefined
  /** The facts are being read for the first time. */
  readonly isLoading: boolean
  readonly runs: Output<"repositoryRuns">
  /** What is asked of the user: reviews and mentions. */
  readonly asked: Output<"repositoryAsked">
  readonly limit: Output<"repositoryLimit">
  /** Only for an account of the hub. */
  readonly triggers: Output<"repositoryTriggers">
  /** Only for an account of this browser. */
  readonly watched: Output<"watched">
  /** What waits for the user, as far as it is known. */
  readonly waiting: Waiting
  /** Still loading as long as nothing waits and not everything has been read. */
  readonly waitingAnswer: Answer<unknown>
  /** Runs that were started again. They no longer wait for the user, but the result of the action stays visible. */
  readonly rerun: ReadonlyArray<Run>
  readonly onRerun: (run: Run) => void
  /** Events that the hub reported while the view was open. */
  readonly events: ReadonlyArray<EventView>
  /** The hub's events cannot be received. */
  readonly isLost: boolean
  readonly now: number
  /** A problem that keeps everything from being read. It is shown once, at the top. */
  readonly main: Failure | undefined
  readonly isUnreadable: boolean
  /** Whether a failure is shown at the top already. */
  readonly isTold: (error: Failure) => boolean
  readonly reloadAll: () => void
  /** Reads the hub's triggers now, and again when the hub has done what a change leads to. */
  readonly onTriggerChange: () => void
}

export const useRepository = (send: Send, of: RepositoryRef): RepositoryData => {
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
  return {
    facts: facts.output,
    isLoading: facts.isLoading,
    runs,
    asked,
    limit,
    triggers,
    watched,
    waiting,
    waitingAnswer: isStillEmpty ? asked : runs,
    rerun,
    onRerun: (run) => {
      setRerun((all) => [...all, run])
      runs.reload()
    },
    events,
    isLost,
    now,
    main,
    isUnreadable,
    isTold: (error) => isUnreadable || (main !== undefined && sentenceOf(error) === sentenceOf(main)),
    reloadAll: () => {
      setNow(Date.now())
      for (const one of everything) one.reload()
    },
    onTriggerChange: () => {
      triggers.reload()
      readLater([triggers.reload])
    }
  }
}

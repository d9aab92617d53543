/** The newest runs: those under way with their duration, then the last that ended. */
import { useEffect, useState } from "preact/hooks"

import { runs as words } from "../../../../locales/repository.ts"
import { age } from "../../../../ui/text/moment.ts"
import type { Run, Runs } from "../../requests.ts"
import type { RepositoryContext } from "../context.ts"
import { Line, linkOn, type Tone } from "./line.tsx"

const SHOWN = 4

const SIGNS: Readonly<Record<Run["state"], readonly [sign: string, tone: Tone]>> = {
  waiting: ["○", "quiet"],
  running: ["●", "warning"],
  succeeded: ["✓", "good"],
  failed: ["✕", "danger"],
  cancelled: ["⊘", "quiet"],
  other: ["–", "quiet"]
}

const isUnderWay = ({ state }: Run): boolean => state === "running" || state === "waiting"

const two = (count: number): string => String(count).padStart(2, "0")

/** How long something has been running: `1:42`, `1:02:03`. */
const elapsed = (since: string, now: number): string => {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000))
  if (Number.isNaN(seconds)) return ""
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`
}

/** The current time, updated every second while a run is under way. */
const useSeconds = (isRunning: boolean, now: number): number => {
  // Counted from the newest reading of the clock: what passed before it is part of it.
  const [passed, setPassed] = useState({ since: now, millis: 0 })
  useEffect(() => {
    if (!isRunning) return undefined
    const start = performance.now()
    const timer = setInterval(() => setPassed({ since: now, millis: performance.now() - start }), 1000)
    return () => clearInterval(timer)
  }, [isRunning, now])
  return now + (passed.since === now ? passed.millis : 0)
}

export const RunList = ({
  runs: { newest },
  context
}: {
  readonly runs: Runs
  readonly context: RepositoryContext
}) => {
  const { now } = context
  const second = useSeconds(
    newest.some(({ state }) => state === "running"),
    now
  )
  const inOrder = newest.toSorted((a, b) => Number(isUnderWay(b)) - Number(isUnderWay(a)))
  if (inOrder.length === 0) return <p class="small quiet">{words.none}</p>
  return (
    <ul class="repo-list">
      {inOrder.slice(0, SHOWN).map((run) => {
        const [sign, tone] = SIGNS[run.state]
        return (
          <Line
            key={run.id}
            isPlain
            sign={sign}
            tone={tone}
            title={words.line(run.workflow, run.number)}
            href={linkOn(context, run.url)}
            side={
              run.state === "running" ? (
                words.running(elapsed(run.startedAt, second))
              ) : run.state === "waiting" ? (
                words.waiting
              ) : (
                <>
                  <span class="unseen">{words.state[run.state]}. </span>
                  {age(run.updatedAt, now)}
                </>
              )
            }
          />
        )
      })}
    </ul>
  )
}

/** Shows a failure: what went wrong, and the one thing to do next. */
import { visible } from "@inlay/ui/text/visible"
import { useEffect, useState } from "preact/hooks"

import { failure } from "../../../../locales/failure.ts"
import type { Failure } from "../../../../messaging/failure.ts"
import type { Subject } from "../../../../messaging/subject.ts"
import { restart } from "../../../../ui/restart.ts"
import { nextStep } from "../../../../ui/text/next-step.ts"
import type { Attempt, Consent, Offer, AnswerPlace } from "../../requests.ts"
import { Cost } from "../parts/cost.tsx"
import { First } from "../parts/first.tsx"
import { Frame, SubjectFrame, type PaidShell } from "../parts/frame.tsx"

const TICK_MILLIS = 100

/** Whole seconds left of a wait that starts when this is first drawn. */
const useCountdown = (seconds: number): number => {
  const [remainingSeconds, setLeft] = useState(Math.ceil(seconds))
  useEffect(() => {
    const until = performance.now() + seconds * 1000
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - performance.now()) / 1000))
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, TICK_MILLIS)
    return () => clearInterval(timer)
  }, [seconds])
  return remainingSeconds
}

type FailedProps = (Attempt | { readonly offer: null }) & {
  readonly shell: PaidShell
  readonly error: Failure
  readonly subject: Subject | null
  readonly online: boolean
  readonly look: () => void
  readonly ask: (offer: Offer, consent: Consent, place: AnswerPlace) => void
}

export const Failed = (props: FailedProps) => {
  const { shell, subject, look } = props
  const step = nextStep(props.error, props.online)
  const remainingSeconds = useCountdown(step.waitSeconds)
  // Repeats the lookup as it was sent: what it may cost, and where its answer is shown.
  const retry = () =>
    subject === null || props.offer === null
      ? look()
      : props.ask({ ...props.offer, subject }, props.consent, props.place)
  const price = step.does === "retry" && props.offer !== null && props.consent !== "free" ? props.offer.price : null
  const act = { options: shell.onSettings, look, retry, restart }[step.does]
  const body = (
    <div class="body">
      <div class="stack" role="alert">
        {subject !== null && <h2>{visible(step.title)}</h2>}
        {step.text.map((text) => (
          <p>{visible(text)}</p>
        ))}
      </div>
      <div class="stack end">
        {price !== null && <Cost price={price} />}
        <First shell={shell} idle={remainingSeconds > 0} onClick={act}>
          {remainingSeconds > 0 ? <span class="elapsed">{failure.tryAgainIn(remainingSeconds)}</span> : step.label}
        </First>
      </div>
    </div>
  )
  return subject === null ? (
    <Frame title={visible(step.title)} shell={shell}>
      {body}
    </Frame>
  ) : (
    <SubjectFrame subject={subject} shell={shell}>
      {body}
    </SubjectFrame>
  )
}

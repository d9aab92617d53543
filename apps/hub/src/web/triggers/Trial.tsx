/** What a subscription would start, tried with the newest events of its target and its trigger's example. */
import { Button } from "@inlay/ui/Button"
import { visible } from "@inlay/ui/text/visible"
import { useState } from "preact/hooks"

import { at, post } from "../api/client.ts"
import { useSending } from "../api/sending.ts"
import type { Subscription, TrialResult } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { Time } from "../shared/Time.tsx"
import { valuesText } from "./values.ts"
import { trying as words } from "./words.ts"

type TriedEvent = NonNullable<TrialResult["example"]>

const TrialRow = ({ tried }: { readonly tried: TriedEvent }) => (
  <>
    <span class={`mark ${tried.starts ? "good" : ""}`}>{tried.starts ? words.starts : words.leavesOut}</span>
    {tried.why !== null && <span class="small">{visible(tried.why)}</span>}
    <span class="quiet small below">{visible(valuesText(tried.data).slice(0, 300))}</span>
  </>
)

const Outcome = ({ result }: { readonly result: TrialResult }) => (
  <>
    {result.sent !== null && (
      <div class={`notice ${result.sent.delivered ? "good" : "warning"}`} role="alert">
        {result.sent.delivered
          ? words.delivered(result.sent.status, result.sent.durationMillis)
          : visible(words.refused(result.sent.status, result.sent.answer))}
      </div>
    )}
    <p role="status">{words.starting(result.starting, result.events.length)}</p>
    <ul class="feed">
      {result.example !== null && (
        <li>
          {words.example} <TrialRow tried={result.example} />
        </li>
      )}
      {result.events.map((event) => (
        <li key={event.cursor}>
          <Time at={event.timestamp} /> <TrialRow tried={event} />
        </li>
      ))}
    </ul>
  </>
)

export const Trial = ({ subscription }: { readonly subscription: Subscription }) => {
  const [result, setResult] = useState<TrialResult>()
  const [isExampleSent, setExampleSent] = useState(false)
  const { isBusy, error, send } = useSending()
  const run = async (sendsExample: boolean) => {
    if (isBusy) return
    setExampleSent(sendsExample)
    setResult(undefined)
    const path = at`/api/subscriptions/${subscription.id}/tests`
    const answer = await send(post<TrialResult>(path, sendsExample ? { send: true } : {}))
    if (answer.ok) setResult(answer.value)
  }
  return (
    <section class="panel" aria-labelledby="trial">
      <h2 id="trial">{words.title}</h2>
      <p class="quiet">{words.lead}</p>
      <div class="actions">
        <Button busy={isBusy && !isExampleSent} onClick={() => void run(false)}>
          {words.run}
        </Button>
        <Button busy={isBusy && isExampleSent} onClick={() => void run(true)}>
          {words.send}
        </Button>
      </div>
      <p class="quiet small">{words.sendHelp}</p>
      <Failure error={error} />
      {result !== undefined && <Outcome result={result} />}
    </section>
  )
}

/** The health of a subscription, and how to fix problems. */
import { Button } from "@inlay/ui/Button"

import type { Loaded } from "../api/loading.ts"
import type { Health } from "../api/types.ts"
import { Facts } from "../shared/Facts.tsx"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"
import { TextWithCode } from "../shared/TextWithCode.tsx"
import { Time } from "../shared/Time.tsx"
import { subscription as words } from "./words.ts"

const moment = (at: string | null) => (at === null ? words.never : <Time at={at} />)

const Overview = ({ health }: { readonly health: Health }) => {
  const { way, because, settingUp } = health
  const arrival = (
    <>
      {way === null ? words.noWay : (words.ways[way] ?? way)}
      {[settingUp, because]
        .filter((text) => text !== null)
        .map((text) => (
          <span key={text} class="quiet small below">
            <TextWithCode text={text} />
          </span>
        ))}
    </>
  )
  return (
    <>
      {health.problems.map((problem) => (
        <div key={problem} class="notice warning">
          <TextWithCode text={problem} />
        </div>
      ))}
      <Facts
        facts={[
          [words.way, arrival],
          [words.lastEvent, moment(health.lastEventAt)],
          [words.lastStart, moment(health.lastStartAt)],
          [words.waiting, health.pending],
          [words.givenUp, health.dead],
          [words.skipped, health.skipped],
          [words.unreadable, health.unreadable]
        ]}
      />
    </>
  )
}

export const HealthView = (props: {
  readonly loaded: Loaded<unknown>
  readonly health: Health | undefined
  readonly onLook: () => void
}) => {
  const { loaded, health, onLook } = props
  return (
    <section class="panel" aria-labelledby="health">
      <div class="panel-head">
        <h2 id="health">{words.health}</h2>
        <Button onClick={onLook}>{words.refresh}</Button>
      </div>
      {loaded.state === "failed" ? (
        <Failure error={loaded.error} onRetry={onLook} />
      ) : health === undefined ? (
        <Loading />
      ) : (
        <Overview health={health} />
      )}
    </section>
  )
}

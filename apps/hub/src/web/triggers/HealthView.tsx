/** The health of a subscription, and how to fix problems. */
import { Button } from "@inlay/ui/Button"

import type { Loaded } from "../api/loading.ts"
import type { Health } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"
import { TextWithCode } from "../shared/TextWithCode.tsx"
import { Time } from "../shared/Time.tsx"
import { subscription as words } from "./words.ts"

const Moment = ({ label, at }: { readonly label: string; readonly at: string | null }) => (
  <div>
    <dt>{label}</dt>
    <dd>{at === null ? words.never : <Time at={at} />}</dd>
  </div>
)

const Facts = ({ health }: { readonly health: Health }) => {
  const { way, because, settingUp } = health
  const counts = [
    [words.waiting, health.pending],
    [words.givenUp, health.dead],
    [words.skipped, health.skipped],
    [words.unreadable, health.unreadable]
  ] as const
  return (
    <>
      {health.problems.map((problem) => (
        <div key={problem} class="notice warning">
          <TextWithCode text={problem} />
        </div>
      ))}
      <dl class="facts">
        <div>
          <dt>{words.way}</dt>
          <dd>
            {way === null ? words.noWay : (words.ways[way] ?? way)}
            {[settingUp, because]
              .filter((text) => text !== null)
              .map((text) => (
                <span key={text} class="quiet small below">
                  <TextWithCode text={text} />
                </span>
              ))}
          </dd>
        </div>
        <Moment label={words.lastEvent} at={health.lastEventAt} />
        <Moment label={words.lastStart} at={health.lastStartAt} />
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
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
        <Facts health={health} />
      )}
    </section>
  )
}

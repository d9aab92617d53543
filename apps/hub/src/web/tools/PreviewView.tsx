/**
 * Shows what a run would cost and what would refuse it before anything is sent, and what the user must decide first.
 */
import { visible } from "@inlay/ui/text/visible"

import type { Details, Preview } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { Time } from "../shared/Time.tsx"
import { previews as words } from "./words.ts"

export type Decision = "ask_again" | "charged" | "not_charged"

const costText = ({ isFree, estimate }: Preview, { cost }: Details): string => {
  if (cost?.unit === "quota") return words.quota(cost.note)
  if (isFree) return words.free
  return estimate === null ? words.unknown : words.estimate(estimate)
}

const Left = ({ left }: { readonly left: Preview["left"] }) => (
  <>
    {(["day", "run", "principal", "event"] as const).map((cap) => {
      const credits = left[cap]
      return credits === undefined ? null : <li key={cap}>{words.left(credits, words.caps[cap])}</li>
    })}
  </>
)

interface Deciding {
  readonly preview: Preview
  readonly decision: Decision | undefined
  readonly onDecide: (decision: Decision) => void
}

const Choice = (props: Deciding & { readonly value: Decision; readonly label: string }) => (
  <label class="choice">
    <input
      type="radio"
      name="decision"
      checked={props.decision === props.value}
      onChange={() => props.onDecide(props.value)}
    />
    <span class="choice-title">{props.label}</span>
  </label>
)

const Blocked = (props: Deciding) => (
  <fieldset class="stack tight">
    <legend>{words.blocked}</legend>
    {props.preview.blocking.map(({ id, operation, keys, since }) => (
      <p key={id} class="quiet small">
        {visible([operation, ...keys].join(" · "))} · <Time at={since} />
      </p>
    ))}
    {(["ask_again", "charged", "not_charged"] as const).map((decision) => (
      <Choice key={decision} {...props} value={decision} label={words.settle[decision]} />
    ))}
  </fieldset>
)

/** The refusal above says when the lookup was bought, and why its answer is not available. */
const BoughtBefore = (props: Deciding) => (
  <fieldset class="stack tight">
    <legend>{words.boughtBefore}</legend>
    <Choice {...props} value="ask_again" label={words.buyAgain} />
  </fieldset>
)

export const PreviewView = (props: Deciding & { readonly tool: Details }) => {
  const { tool, preview } = props
  const isPaid = tool.cost?.unit === "credits"
  return (
    <div class="notice preview" role="status">
      <strong>{words.title}</strong>
      <ul class="plain">
        <li>{preview.cached === null ? costText(preview, tool) : words.cached}</li>
        {preview.isUnderWay && <li>{words.underWay}</li>}
        {tool.hints.destructive ? (
          <li>{words.destroys}</li>
        ) : (
          !tool.hints.readOnly && !isPaid && <li>{words.changes}</li>
        )}
        <Left left={preview.left} />
      </ul>
      {preview.refusal !== null && <Failure error={{ ...preview.refusal, status: 0 }} />}
      {preview.blocking.length > 0 && <Blocked {...props} />}
      {preview.uncachedPurchase !== null && preview.refusal?.guard === "uncached" && <BoughtBefore {...props} />}
    </div>
  )
}

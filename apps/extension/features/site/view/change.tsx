/** Shows how a figure compares with the previous period. */
import { site as words } from "../../../locales/site.ts"
import type { Compared } from "../figures/figures.ts"

/** The change as a share of the previous figure; `null` if that was 0. */
export const changeOf = ({ now, before }: Compared): number | null => (before === 0 ? null : (now - before) / before)

/** @param days of the period, and of the period before */
export const Change = (props: { readonly of: Compared; readonly days: number; readonly after?: string }) => {
  if (props.of.now === 0 && props.of.before === 0) return null
  const change = changeOf(props.of)
  const tone = change === null || Math.round(change * 100) === 0 ? "quiet" : change > 0 ? "up" : "down"
  return (
    <span class={`site-change ${tone}`}>
      <span aria-hidden="true">
        {words.change(change)}
        {props.after !== undefined && change !== null && ` ${props.after}`}
      </span>
      <span class="unseen">{words.changeWords(change, props.days)}</span>
    </span>
  )
}

import type { Health, Subscription } from "../api/types.ts"
import { triggers as words } from "./words.ts"

/** Whether a subscription works, in one word. Until that is known, its place is left free. */
export const HealthMark = (props: { readonly subscription: Subscription; readonly health: Health | undefined }) => {
  const { subscription, health } = props
  if (!subscription.enabled && subscription.disabledBecause === null) return <span class="mark">{words.paused}</span>
  if (health === undefined)
    return (
      <span class="mark unknown" aria-hidden="true">
        {words.attention}
      </span>
    )
  if (!health.ok) return <span class="mark danger">{words.attention}</span>
  if (health.settingUp !== null) return <span class="mark">{words.settingUp}</span>
  return <span class="mark good">{words.works}</span>
}

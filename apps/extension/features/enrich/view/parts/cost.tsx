import { money } from "../../../../locales/popup.ts"
import type { Price } from "../../requests.ts"

/** Shows what asking costs, and what the tighter cap leaves. */
export const Cost = ({ price: { upTo, spentToday, cap } }: { readonly price: Price }) => (
  <div class="stack">
    <p class="cost">
      <strong>{money.costs(upTo)}</strong>
      <span class="quiet">{cap === null ? money.spent(spentToday) : money.left(cap)}</span>
    </p>
    {cap !== null && (
      <div class="meter" aria-hidden="true">
        <span style={{ width: `${Math.min(100, (100 * (cap.limit - cap.left)) / Math.max(1, cap.limit))}%` }} />
      </div>
    )}
  </div>
)

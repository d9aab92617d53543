/** The price of a lookup and what the account's caps leave for it. Pure. */
import type { AccountRef } from "../../../messaging/account.ts"
import { wayOf, type WayName } from "../../../messaging/way.ts"
import type { StepPreview } from "../../../providers/Steps.ts"
import type { Cap, Price } from "../requests.ts"

/** Returns the cap that leaves less. If several leave the same, the run's cap, which the ledger checks first. */
const tighter = ({ caps, spent }: Pick<StepPreview, "caps" | "spent">, way: WayName): Cap | null =>
  (["run", "day", "principal"] as const)
    .flatMap((kind): ReadonlyArray<Cap> => {
      const limit = caps[kind]
      return limit === undefined
        ? []
        : [{ kind: kind === "run" && way === "hub" ? "hubRun" : kind, limit, left: limit - (spent[kind] ?? 0) }]
    })
    .reduce<Cap | null>((least, cap) => (least === null || cap.left < least.left ? cap : least), null)

/** @param payer the account that pays */
export const priceOf = (
  preview: Pick<StepPreview, "caps" | "spent" | "estimate" | "hub">,
  payer: Pick<AccountRef, "account">
): Price => ({
  upTo: preview.estimate,
  spentToday: preview.spent.day,
  cap: tighter(preview, wayOf(payer)),
  ...(preview.hub !== undefined && { hub: preview.hub })
})

/**
 * Whether a lookup could exceed a cap, as the worker will check before it sends anything. Sums of decimals are not
 * exact: of 0.3, 0.2 leave enough for 0.1.
 */
export const overCap = ({ upTo, cap }: Price): boolean => cap !== null && !(upTo !== null && upTo - cap.left < 1e-9)

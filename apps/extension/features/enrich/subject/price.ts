/** The price of a lookup and what the account's caps leave for it. Pure. */
import type { Preview } from "@inlay/core-http/Spend"

import type { Cap, Price } from "../requests.ts"

/** Returns the cap that leaves less. If several leave the same, the run's cap, which the ledger checks first. */
const tighter = ({ caps, spent }: Pick<Preview, "caps" | "spent">): Cap | null =>
  (["run", "day", "principal"] as const)
    .flatMap((kind): ReadonlyArray<Cap> => {
      const limit = caps[kind]
      return limit === undefined ? [] : [{ kind, limit, left: limit - (spent[kind] ?? 0) }]
    })
    .reduce<Cap | null>((least, cap) => (least === null || cap.left < least.left ? cap : least), null)

export const priceOf = (ahead: Pick<Preview, "caps" | "spent" | "estimate">): Price => ({
  upTo: ahead.estimate,
  spentToday: ahead.spent.day,
  cap: tighter(ahead)
})

/** Whether a lookup could exceed a cap, as the worker will check before it sends anything. */
export const overCap = ({ upTo, cap }: Price): boolean => cap !== null && (upTo === null || upTo > cap.left)

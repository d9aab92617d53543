/** What asking costs and what the account's caps leave for it. Pure. */
import type { Preview } from "@inlay/core-http/Spend"

import type { Cap, Price } from "../requests.ts"

/** The cap that leaves less; of equals the run's, which the ledger looks at first. */
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

/** Whether asking could go past a cap, as the worker will find before it sends anything. */
export const overCap = ({ upTo, cap }: Price): boolean => cap !== null && (upTo === null || upTo > cap.left)

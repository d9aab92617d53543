/** The use of all accounts together, by day. Pure. */
import type { Usage } from "../api/types.ts"

export interface DaySum {
  /** `2026-01-31`. */
  readonly day: string
  readonly runs: number
  readonly failed: number
  readonly credits: number
  readonly unknownCharges: number
}

export const sumsOf = ({ days, accounts }: Usage): ReadonlyArray<DaySum> =>
  days.map((day, at) => {
    const sum = (of: "runs" | "failed" | "credits" | "unknown") =>
      accounts.reduce((total, account) => total + (account[of][at] ?? 0), 0)
    return { day, runs: sum("runs"), failed: sum("failed"), credits: sum("credits"), unknownCharges: sum("unknown") }
  })

/** A paid request whose answer was lost, as pages receive it. Pure. */
import type { UnknownChargeRow } from "../../providers/Steps.ts"

/** It may have been charged, and blocks its lookup until it is settled. */
export interface UnknownCharge extends Omit<UnknownChargeRow, "keys"> {
  readonly subjects: ReadonlyArray<string>
  /** The most that asking again costs now; `undefined` if the lookup cannot be repeated from its ledger row. */
  readonly again: { readonly upTo: number | null } | undefined
}

/** The subjects of a ledger row without the kinds of their keys; empty for a call that had no single subject. */
const subjectsOf = (keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  keys.filter((key) => !key.startsWith("request:")).map((key) => key.slice(key.indexOf(":") + 1))

export const chargeOf = ({ keys, ...row }: UnknownChargeRow, again: UnknownCharge["again"]): UnknownCharge => ({
  ...row,
  subjects: subjectsOf(keys),
  again
})

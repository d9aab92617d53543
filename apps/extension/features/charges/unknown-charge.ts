/** A paid request whose answer was lost, as pages receive it. Pure. */
import type { UnknownChargeRow } from "../../providers/Steps.ts"

/** It may have been charged, and blocks its lookup until it is settled. */
export interface UnknownCharge {
  /** The id of the ledger row. */
  readonly id: string
  readonly operation: string
  readonly subjects: ReadonlyArray<string>
  /** ISO 8601. */
  readonly at: string
  /** The most that it can have cost, in credits, by the account's prices at that time; `null` if it had none. */
  readonly upTo: number | null
  /** The most that asking again costs now; `undefined` if the lookup cannot be repeated from its ledger row. */
  readonly again: { readonly upTo: number | null } | undefined
}

/** The subjects of a ledger row without the kinds of their keys; empty for a call that had no single subject. */
const subjectsOf = (keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  keys.filter((key) => !key.startsWith("request:")).map((key) => key.slice(key.indexOf(":") + 1))

export const chargeOf = (
  { id, operation, keys, at, upTo }: UnknownChargeRow,
  again: UnknownCharge["again"]
): UnknownCharge => ({ id, operation, subjects: subjectsOf(keys), at, upTo, again })

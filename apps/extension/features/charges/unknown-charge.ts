/** A paid request that got no answer, as pages receive it. Pure. */
import type { Undecided } from "../../providers/provider.ts"

/** It may have been charged, and blocks its lookup until somebody settles it. */
export interface UnknownCharge {
  /** The ledger row. */
  readonly id: string
  readonly operation: string
  readonly subjects: ReadonlyArray<string>
  /** ISO 8601. */
  readonly at: string
  /** The most that it cost, in credits, by the account's prices of then; `null` where it had none. */
  readonly upTo: number | null
  /** What asking again costs at most by now; `undefined` where the lookup cannot be asked again from its row. */
  readonly again: { readonly upTo: number | null } | undefined
}

/** What a ledger row was about, without the kinds of its keys; nothing for a call that was about no one subject. */
const subjectsOf = (keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  keys.filter((key) => !key.startsWith("request:")).map((key) => key.slice(key.indexOf(":") + 1))

export const chargeOf = (
  { id, operation, keys, at, upTo }: Undecided,
  again: UnknownCharge["again"]
): UnknownCharge => ({ id, operation, subjects: subjectsOf(keys), at, upTo, again })

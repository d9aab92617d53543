/** An unknown charge as pages are told of it. Pure. */
import type { UnknownCharge } from "../../messaging/contract.ts"
import type { Undecided } from "../../providers/provider.ts"

/** What a ledger row was about, without the kinds of its keys; nothing for a call that was about no one subject. */
const subjectsOf = (keys: ReadonlyArray<string>): ReadonlyArray<string> =>
  keys.filter((key) => !key.startsWith("request:")).map((key) => key.slice(key.indexOf(":") + 1))

export const chargeOf = (
  { id, operation, keys, at, upTo }: Undecided,
  again: UnknownCharge["again"]
): UnknownCharge => ({ id, operation, subjects: subjectsOf(keys), at, upTo, again })

/**
 * The way in which an account's steps run: in this browser, or through the hub. It is part of the account's name, so
 * that a request cannot go another way than the one that was shown. Pure.
 */
import type { AccountRef } from "./account.ts"

export type WayName = "direct" | "hub"

/** Accounts of this browser never have a colon in their name. */
const PREFIX = "hub:"

/** Returns this browser's name for an account of the hub. */
export const hubAccount = (name: string): string => PREFIX + name

export const wayOf = ({ account }: Pick<AccountRef, "account">): WayName =>
  account.startsWith(PREFIX) ? "hub" : "direct"

/** Returns the hub's own name for its account. */
export const nameAtHub = ({ account }: Pick<AccountRef, "account">): string => account.slice(PREFIX.length)

/** Returns the hub's id of its account: `plugin/name`. */
export const idAtHub = (ref: AccountRef): string => `${ref.plugin}/${nameAtHub(ref)}`

/** Returns the account with this id at the hub. */
export const refAtHub = (id: string): AccountRef => {
  const slash = id.indexOf("/")
  return { plugin: id.slice(0, slash), account: hubAccount(id.slice(slash + 1)) }
}

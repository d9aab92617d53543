/**
 * By which way an account's steps run: by this browser itself, or through the hub. The account's name says it, so that no
 * request can go another way than the one that was shown. Pure.
 */
import type { AccountRef } from "./requests.ts"

export type WayName = "direct" | "hub"

/** No account of this browser has a colon in its name. */
const PREFIX = "hub:"

/** What this browser calls an account of the hub. */
export const hubAccount = (name: string): string => PREFIX + name

export const wayOf = ({ account }: Pick<AccountRef, "account">): WayName =>
  account.startsWith(PREFIX) ? "hub" : "direct"

/** What the hub calls an account of its own. */
export const nameAtHub = ({ account }: Pick<AccountRef, "account">): string => account.slice(PREFIX.length)

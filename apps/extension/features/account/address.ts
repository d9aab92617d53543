/** Where an account's requests go, by its kind's field for an address. Pure. */
import type { AccountKind } from "@inlay/agent-plugin/Account"

import { originOf } from "../../messaging/origin.ts"

export const addressField = (kind: AccountKind): string => kind.fields.find(({ type }) => type === "url")?.name ?? ""

/** `undefined` where the address is missing or malformed. */
export const addressOrigin = (kind: AccountKind, settings: Readonly<Record<string, string>>): string | undefined =>
  originOf(settings[addressField(kind)])

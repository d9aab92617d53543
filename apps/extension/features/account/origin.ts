/** The origin that an account's requests go to, by its kind's field for an address. */
import type { AccountKind } from "@inlay/agent-plugin/Account"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

export const addressField = (kind: AccountKind) => kind.fields.find(({ type }) => type === "url")?.name ?? ""

/** `undefined` where the address is missing or malformed. */
export const originOf = (kind: AccountKind, settings: Readonly<Record<string, string>>): string | undefined =>
  Option.getOrUndefined(Result.getSuccess(BaseAddress.parse(settings[addressField(kind)] ?? "")))?.origin

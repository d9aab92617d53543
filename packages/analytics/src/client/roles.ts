/** Checks the credential's role on a property before a change is sent, using the account summaries. */
import type { Reason } from "@inlay/core-http/ProviderError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import { propertyName } from "../schema/names.ts"
import { ROLES } from "../wire/reasons/rights.ts"
import type { Http } from "../wire/requests.ts"
import type { Accounts } from "./Accounts.ts"

const notEditor = (property: string): Reason => ({
  _tag: "Forbidden",
  what: `The account can read ${property}, but not change it: changes need ${ROLES.edit}.`,
  needs: ROLES.edit,
  nothing: "sent",
  remedy: { to: "ask", whom: "administrator", needs: ROLES.edit }
})

/** How long roles are cached. A newly granted role takes effect after this time. */
const KEPT_MILLIS = 60_000

/**
 * Returns the reason why a property cannot be changed. If the summaries cannot be read or do not contain the property,
 * the request is sent and the service decides.
 */
export const rolesOver = (accounts: Accounts): Http["mayEdit"] => {
  let editableByName: ReadonlyMap<string, boolean> = new Map()
  let readAtMillis = Number.NEGATIVE_INFINITY
  const read = Effect.map(Stream.runCollect(accounts.list({}).items), (all) => {
    const properties = all.flatMap(({ propertySummaries }) => propertySummaries ?? [])
    return new Map(properties.map(({ property, canEdit }) => [property, canEdit === true] as const))
  })
  return Effect.fnUntraced(function* (property) {
    const now = yield* Clock.currentTimeMillis
    // The clock may have been set back.
    if (Math.abs(now - readAtMillis) > KEPT_MILLIS) {
      editableByName = yield* Effect.orElseSucceed(read, () => new Map<string, boolean>())
      readAtMillis = now
    }
    const name = propertyName(property)
    return editableByName.get(name) === false ? notEditor(name) : undefined
  })
}

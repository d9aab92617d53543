/**
 * `/api/charges`: lists unknown charges and settles them for callers that may spend with the account. Sends nothing.
 */
import { accountOfScope } from "@inlay/agent-plugin/Accounts"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { rounded } from "@inlay/core-http/credit-text"
import { isWithin, Ledger, type Row } from "@inlay/core-http/Ledger"
import { LedgerBook } from "@inlay/sql-stores/LedgerBook"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { hubError, notThere } from "../../../../hub-error.ts"
import { mayUseAccount, type Principal } from "../../../../principals/Principal.ts"
import { pluginsOf } from "../../../../principals/reach.ts"
import { unknownChargeJson } from "../../../../spend-json.ts"
import { CurrentPrincipal } from "../../../run-as/CurrentPrincipal.ts"
import { SharedRunners } from "../../../run-as/run-as.ts"
import { Api } from "../../api/Api.ts"
import { answering } from "../../failure.ts"

/** Whether a lookup is one that the principal could repeat, with its account and, if it has only certain tools, with one. */
const isOf = (plugins: ReadonlyArray<Plugin>, principal: Principal) => (row: Row) => {
  const account = accountOfScope(row.scope)
  if (!mayUseAccount(principal, account)) return false
  if (principal.grant.tools === undefined) return true
  const steps = pluginsOf(plugins, principal).flatMap(({ id, toolSteps }) => (id === account.plugin ? toolSteps : []))
  return steps.some(({ cost, operation = row.operation }) => cost?.unit === "credits" && operation === row.operation)
}

const list = Effect.gen(function* () {
  const principal = yield* CurrentPrincipal
  const now = yield* Clock.currentTimeMillis
  const own = principal.grant.manages === true ? undefined : principal.id
  const rows = yield* (yield* LedgerBook).unknowns(now, own)
  const { plugins } = yield* SharedRunners
  return {
    charges: rows.filter(isOf(plugins, principal)).map((row) => ({ account: row.scope, ...unknownChargeJson(row) }))
  }
})

const unknownId = () => notThere("charges", "There is no unknown charge with that id.")

/** @param mayHaveCost the credits up to which the row counts; `null` if nobody knows */
const tooMuch = (mayHaveCost: number | null) =>
  hubError("charges", {
    _tag: "Forbidden",
    what: `You can record ${mayHaveCost === null ? "only 0 credits, because the price of this lookup is unknown" : `at most ${mayHaveCost} credits, the most that this lookup was expected to cost`}. Whoever manages the hub can record more.`,
    nothing: "changed"
  })

/** Fails if the caller's credits of the day would not pay for a lookup that another caller lost. */
const mayBuyAgain = Effect.fnUntraced(function* (
  { id, grant: { creditsPerDay: limit } }: Principal,
  row: Row,
  now: number
) {
  if (limit === undefined || row.principal === id) return
  const { principal: spent = limit } = yield* (yield* Ledger).spent(row, { nowMillis: now, run: "", principal: id })
  if (row.estimate !== null && isWithin(spent + row.estimate, limit)) return
  return yield* hubError("charges", {
    _tag: "Refused",
    guard: "cap",
    what: `Another caller sent this lookup, and your credits of the day would not pay for it again: ${rounded(spent)} of ${limit} are used.`,
    remedy: { to: "raiseCap", cap: "principal" },
    cap: { kind: "principal", limit, spent },
    nothing: "changed"
  })
})

/**
 * Settles a charge. Callers may also settle the charge of another caller's request, because it blocks the same lookup
 * and `unknownCharge` of a run could settle it too: if their tools and their own cap would allow that run. Only callers
 * that manage the hub change what counts against caps.
 */
const settle = Effect.fnUntraced(function* (id: string, charged: number) {
  const principal = yield* CurrentPrincipal
  const book = yield* LedgerBook
  const now = yield* Clock.currentTimeMillis
  const row = (yield* book.unknowns(now)).find((one) => one.id === id)
  const { plugins } = yield* SharedRunners
  if (row === undefined || principal.grant.readOnly || !isOf(plugins, principal)(row)) return yield* unknownId()
  yield* mayBuyAgain(principal, row, now)
  const managesCaps = principal.grant.manages === true
  if (!managesCaps && charged > (row.estimate ?? 0)) return yield* tooMuch(row.estimate)
  if (!(yield* book.settle(id, { charged, managesCaps }, now))) return yield* unknownId()
})

export const layer = HttpApiBuilder.group(Api, "charges", (handlers) =>
  handlers.handleAll({
    list: () => answering(list),
    settle: ({ params, payload }) => answering(settle(params.id, payload.charged))
  })
)

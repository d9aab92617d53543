/**
 * `/api/usage`: runs and credits by day and account, and the limits that providers reported, both current and over
 * time.
 */
import { accountOfScope } from "@inlay/agent-plugin/Accounts"
import { limitNameOf, type Plugin } from "@inlay/agent-plugin/Plugin"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { accountIdOf } from "../../../../inbound/events/event-accounts.ts"
import { mayUseAccount, type Principal } from "../../../../principals/Principal.ts"
import { AuditTrail, type DayOfUse } from "../../../../storage/AuditTrail.ts"
import { LimitHistory } from "../../../../storage/LimitHistory.ts"
import { Limits, type KnownLimit } from "../../../../storage/Limits.ts"
import { CurrentPrincipal } from "../../../run-as/CurrentPrincipal.ts"
import { SharedRunners } from "../../../run-as/run-as.ts"
import { Api } from "../../api/Api.ts"
import { DEFAULT_DAYS, DEFAULT_HOURS } from "../../api/usage.ts"
import { answering } from "../../failure.ts"

const DAY_MILLIS = 86_400_000

const isoDay = (day: number): string => new Date(day * DAY_MILLIS).toISOString().slice(0, 10)

/** A limit's display name. If its plugin is not loaded, this is the resource's own name. */
const nameOf = (plugins: ReadonlyArray<Plugin>, limit: Pick<KnownLimit, "account" | "resource" | "window">): string =>
  limitNameOf(plugins.find(({ id }) => limit.account.startsWith(`${id}/`)) ?? {}, limit)

const mayUse = (principal: Principal, { account }: Pick<KnownLimit, "account">): boolean =>
  mayUseAccount(principal, accountOfScope(account))

const get = Effect.fnUntraced(function* (count: number) {
  const principal = yield* CurrentPrincipal
  const now = yield* Clock.currentTimeMillis
  const last = Math.floor(now / DAY_MILLIS)
  const days = Array.from({ length: count }, (_, index) => last - count + 1 + index)
  const uses = yield* (yield* AuditTrail).days({
    firstDay: days[0] ?? last,
    count,
    ...(principal.grant.manages !== true && { principal: principal.id })
  })
  const byAccount = Map.groupBy(uses, accountIdOf)
  const seriesOf = (own: ReadonlyArray<DayOfUse>) => {
    const byDay = new Map(own.map((use) => [use.day, use]))
    const series = (field: "runs" | "failed" | "credits" | "unknown") => days.map((day) => byDay.get(day)?.[field] ?? 0)
    return { runs: series("runs"), failed: series("failed"), credits: series("credits"), unknown: series("unknown") }
  }
  const { plugins } = yield* SharedRunners
  const limits = (yield* (yield* Limits).at(now)).filter((limit) => mayUse(principal, limit))
  return {
    days: days.map(isoDay),
    accounts: [...byAccount.keys()]
      .toSorted()
      .map((account) => ({ account, ...seriesOf(byAccount.get(account) ?? []) })),
    limits: limits.map(({ limit, resetsAtMillis, ...rest }) => ({
      ...rest,
      name: nameOf(plugins, rest),
      limit: limit ?? null,
      resetsAt: new Date(resetsAtMillis).toISOString()
    }))
  }
})

const limitsOver = Effect.fnUntraced(function* (hours: number) {
  const principal = yield* CurrentPrincipal
  const { plugins } = yield* SharedRunners
  const { times, series } = yield* (yield* LimitHistory).last(hours)
  return {
    times: times.map((millis) => new Date(millis).toISOString()),
    series: series.filter((one) => mayUse(principal, one)).map((one) => ({ ...one, name: nameOf(plugins, one) }))
  }
})

export const layer = HttpApiBuilder.group(Api, "usage", (handlers) =>
  handlers.handleAll({
    get: ({ query }) => answering(get(query.days ?? DEFAULT_DAYS)),
    limits: ({ query }) => answering(limitsOver(query.hours ?? DEFAULT_HOURS))
  })
)

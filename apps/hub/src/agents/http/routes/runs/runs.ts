/** `/api/runs`: the audit trail, newest first. Callers see their own runs; callers that manage the hub see all. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { wrongField } from "../../../../hub-error.ts"
import { pluginsOf } from "../../../../principals/reach.ts"
import { AuditTrail, type AuditFilter, type AuditRow } from "../../../../storage/AuditTrail.ts"
import { HubTokens } from "../../../credentials/HubTokens.ts"
import { CurrentPrincipal } from "../../../run-as/CurrentPrincipal.ts"
import { SharedRunners } from "../../../run-as/run-as.ts"
import { AgentGrants } from "../../../sign-in/AgentGrants.ts"
import { Api } from "../../api/Api.ts"
import { DEFAULT_PAGE, type RunsGroup } from "../../api/runs.ts"
import type { QueryOf } from "../../api/shapes.ts"
import { answering } from "../../failure.ts"

type Query = QueryOf<typeof RunsGroup, "list">

const bad = (field: string, message: string) => wrongField("runs", field, message)

const filterOf = Effect.fnUntraced(function* (query: Query) {
  const { cursor, account, since, tool, plugin, outcome, via, event } = query
  const [accountPlugin, ...name] = account?.split("/") ?? []
  if (account !== undefined && name.length === 0) return yield* bad("account", "must be plugin/name")
  if (cursor !== undefined && !/^[1-9]\d{0,15}$/.test(cursor))
    return yield* bad("cursor", "must be the cursor of a page")
  const sinceMillis = since === undefined ? undefined : Date.parse(since)
  if (Number.isNaN(sinceMillis)) return yield* bad("since", "must be an ISO 8601 date and time")
  const ids = pluginsOf((yield* SharedRunners).plugins, yield* CurrentPrincipal).map(({ id }) => id)
  if (plugin !== undefined && !ids.includes(plugin))
    return yield* bad("query plugin", `must be the id of a plugin: ${ids.join(", ")}`)
  if (plugin !== undefined && accountPlugin !== undefined && accountPlugin !== plugin)
    return yield* bad("account", `must be an account of ${plugin}, which is asked for, too`)
  const filter: AuditFilter = {
    ...(plugin !== undefined && { plugin }),
    ...(accountPlugin !== undefined && { plugin: accountPlugin, account: name.join("/") }),
    ...(tool !== undefined && { step: tool }),
    ...(outcome !== undefined && { outcome }),
    ...(via !== undefined && { via }),
    ...(event !== undefined && { event }),
    ...(sinceMillis !== undefined && { sinceMillis }),
    ...(cursor !== undefined && { beforeId: Number(cursor) })
  }
  return filter
})

/** The names of the tokens and agents of these runs, by the ids of their principals. */
const namesIn = Effect.fnUntraced(function* (rows: ReadonlyArray<AuditRow>) {
  const principals = [...new Set(rows.map(({ principal }) => principal))]
  const tokens = yield* (yield* HubTokens).names(principals)
  const agents = yield* (yield* AgentGrants).names(principals)
  return new Map([...tokens, ...agents])
})

const list = Effect.fnUntraced(function* (query: Query) {
  const { id, grant } = yield* CurrentPrincipal
  const filter = yield* filterOf(query)
  const principal = grant.manages === true ? query.principal : id
  if (principal !== query.principal && query.principal !== undefined) return { items: [] }
  const limit = query.limit ?? DEFAULT_PAGE
  const rows = yield* (yield* AuditTrail).page({ ...filter, ...(principal !== undefined && { principal }) }, limit + 1)
  const pageRows = rows.slice(0, limit)
  const names = yield* namesIn(pageRows)
  const items = pageRows.map(({ atMillis, step, ...row }) => ({
    ...row,
    at: new Date(atMillis).toISOString(),
    principalName: names.get(row.principal) ?? null,
    tool: step
  }))
  const last = items.at(-1)
  return { items, ...(rows.length > limit && last !== undefined && { next: String(last.id) }) }
})

export const layer = HttpApiBuilder.group(Api, "runs", (handlers) =>
  handlers.handleAll({ list: ({ query }) => answering(list(query)) })
)

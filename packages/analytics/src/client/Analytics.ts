/**
 * The client of one account: both services with one credential and one quota, and arbitrary calls to either service.
 */
import * as Budget from "@inlay/core-http/Budget"
import * as HttpClient from "@inlay/core-http/Client"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { guardOf, idsOf, outsideReason, readOnlyReason } from "../restriction/guard.ts"
import { withoutOthers } from "../restriction/summaries.ts"
import { idOf } from "../schema/names.ts"
import { userAgent } from "../vendors.ts"
import { failureOf } from "../wire/errors.ts"
import { reportCalls } from "../wire/quota/calls.ts"
import { categoryOf, resourceOf } from "../wire/quota/categories.ts"
import * as Costs from "../wire/quota/costs.ts"
import { gateBudget } from "../wire/quota/gates.ts"
import { usage } from "../wire/quota/usage.ts"
import { limitsOf } from "../wire/quota/windows.ts"
import type { Http } from "../wire/requests.ts"
import * as Accounts from "./Accounts.ts"
import * as DataStreams from "./DataStreams.ts"
import * as KeyEvents from "./KeyEvents.ts"
import * as Properties from "./Properties.ts"
import { cacheOver } from "./reports/metadata.ts"
import * as Reports from "./reports/Reports.ts"
import { rolesOver } from "./roles.ts"
import { defaults, type Settings } from "./settings.ts"

/** The two services: `data` for reports, `admin` for everything else. */
export type Api = "data" | "admin"

/** The client of one account. */
export interface AnalyticsClient {
  readonly reports: Reports.Reports
  readonly properties: Properties.Properties
  readonly keyEvents: KeyEvents.KeyEvents
  readonly dataStreams: DataStreams.DataStreams
  readonly accounts: Accounts.Accounts
  /**
   * Sends any request below a base URL, within the account's restrictions and quota. If `api` is absent, it is derived
   * from the path.
   */
  readonly call: (request: HttpClient.CallRequest & { readonly api?: Api }) => Effect.Effect<Answer, ProviderError>
}

/** The client as an Effect service, for tool steps. */
export class Analytics extends Context.Service<Analytics, AnalyticsClient>()("@inlay/analytics/Analytics") {}

/** The endpoints of the Data API. Access reports belong to the Admin API, although they are also run. */
const REPORTING =
  /^\/?v\d\w*\/properties\/\d+(:(run(?!access)\w*|batchrun\w*|checkcompatibility|chat)|\/(metadata|audienceexports|audiencelists|recurringaudiencelists|reporttasks|propertyquotassnapshot))\b/i

/** Which service an endpoint belongs to. */
export const apiOf = (endpoint: string): Api => (REPORTING.test(endpoint) ? "data" : "admin")

const isReport = (resource: string): boolean => resource.startsWith("property-")

/** Creates the client of one account. Uses the transport in its context. */
export const make = /* @__PURE__ */ Effect.fnUntraced(function* (settings: Settings) {
  const options = { ...defaults, ...settings }
  const properties = idsOf(options.properties)
  const guard = guardOf(properties, options.readOnly)
  const costs = Costs.make()
  const commonOptions = {
    provider: "analytics",
    pathStyle: "either",
    credential: options.credential,
    headers: { "user-agent": userAgent },
    budget: Budget.make({
      concurrency: options.concurrency,
      limits: (resource) => (isReport(resource) ? limitsOf(resource.endsWith("-realtime")) : undefined)
    }),
    failureOf,
    ...(guard !== undefined && { guard })
  } as const
  const data = yield* HttpClient.makeFree({
    ...commonOptions,
    baseAddress: options.dataAddress,
    requestPolicy: (request, path) => {
      const category = categoryOf(path)
      return category === undefined ? {} : { resource: resourceOf(category), units: costs.of(request, path) }
    },
    usage,
    // Reports that failed at the service are not repeated, because ten such failures per hour block the project.
    retry: { base: "1 second", cap: "10 seconds", times: 0 }
  })
  const admin = yield* HttpClient.makeFree({
    ...commonOptions,
    baseAddress: options.adminAddress,
    requestPolicy: () => ({ resource: "admin" })
  })
  const gates = yield* HttpClient.sharedBudget(gateBudget())
  const reports = reportCalls(data.call, gates, costs)
  const withoutOtherProperties = (answer: Answer) => withoutOthers(properties, answer)
  // Both base URLs may lead to one address, so that either can list accounts.
  const http: Omit<Http, "mayEdit"> = {
    data: (request) => Effect.map(reports(request), withoutOtherProperties),
    admin: (request) => Effect.map(admin.call(request), withoutOtherProperties)
  }
  const accounts = Accounts.make(http)
  const hasRole = rolesOver(accounts)
  const mayEdit: Http["mayEdit"] = (property) => {
    if (options.readOnly) return Effect.succeed(readOnlyReason)
    if (properties.size > 0 && !properties.has(idOf(property))) return Effect.succeed(outsideReason(properties))
    return hasRole(property)
  }
  const all: Http = { ...http, mayEdit }
  const metadata = yield* cacheOver(all.data)
  const client: AnalyticsClient = {
    reports: Reports.make(all.data, metadata),
    properties: Properties.make(all),
    keyEvents: KeyEvents.make(all, metadata.forget),
    dataStreams: DataStreams.make(all),
    accounts,
    call: ({ api, ...request }) =>
      (api ?? apiOf(request.endpoint)) === "data" ? all.data(request) : all.admin(request)
  }
  return client
})

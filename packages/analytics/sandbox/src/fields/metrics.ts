// Metrics: the measures that each metric is computed from, and the computation.

import type { metricTypes, restrictedMetricTypes } from "../protocol/enums.ts"
import { countOf, type Measure, measures, perSession } from "./measures.ts"

/** How a key event of the property is counted. */
export interface CountedEvent {
  readonly eventName: string
  readonly oncePerSession: boolean
}

export interface Metric {
  readonly apiName: string
  readonly uiName: string
  readonly description: string
  readonly category: string
  readonly deprecatedApiNames: ReadonlyArray<string>
  readonly type: keyof typeof metricTypes
  readonly scope: "event" | "item"
  /** Callers who cannot see such data get zeros. */
  readonly restriction: Exclude<keyof typeof restrictedMetricTypes, "RESTRICTED_METRIC_TYPE_UNSPECIFIED"> | null
  readonly measures: (keyEvents: ReadonlyArray<CountedEvent>) => ReadonlyArray<Measure>
  /** Computes the value from the amounts of the measures, in order. */
  readonly value: (amounts: ReadonlyArray<number>) => number
}

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((all, amount) => all + amount, 0)
const first = ([amount = 0]: ReadonlyArray<number>): number => amount
const share = ([part = 0, whole = 0]: ReadonlyArray<number>): number => (whole === 0 ? 0 : part / whole)
const hundredth = ([cents = 0]: ReadonlyArray<number>): number => cents / 100

const metric = (
  category: string,
  apiName: string,
  uiName: string,
  type: Metric["type"],
  parts: ReadonlyArray<Measure> | Metric["measures"],
  value: Metric["value"] = first,
  more: Partial<Metric> = {}
): Metric => ({
  apiName,
  uiName,
  description: `${uiName}, of the events that a row stands for.`,
  category,
  deprecatedApiNames: [],
  type,
  scope: "event",
  restriction: null,
  measures: typeof parts === "function" ? parts : () => parts,
  value,
  ...more
})

const { activeUsers, cost, engagedSessions, engagementSeconds, events, revenueCents, sessionSeconds, sessions, users } =
  measures

const countedKeyEvents: Metric["measures"] = (keyEvents) =>
  keyEvents.map(({ eventName, oncePerSession }) => (oncePerSession ? perSession(eventName) : countOf(eventName)))

const revenue = { restriction: "REVENUE_DATA" } as const
const costs = { restriction: "COST_DATA" } as const

export const metrics: ReadonlyArray<Metric> = [
  metric("Session", "sessions", "Sessions", "TYPE_INTEGER", [sessions]),
  metric("Session", "engagedSessions", "Engaged sessions", "TYPE_INTEGER", [engagedSessions]),
  metric("Session", "engagementRate", "Engagement rate", "TYPE_FLOAT", [engagedSessions, sessions], share),
  metric("Session", "bounceRate", "Bounce rate", "TYPE_FLOAT", [engagedSessions, sessions], (amounts) =>
    amounts[1] === 0 ? 0 : 1 - share(amounts)
  ),
  metric(
    "Session",
    "averageSessionDuration",
    "Average session duration",
    "TYPE_SECONDS",
    [sessionSeconds, sessions],
    share
  ),
  metric(
    "Session",
    "screenPageViewsPerSession",
    "Views per session",
    "TYPE_FLOAT",
    [countOf("page_view"), sessions],
    share
  ),
  metric("Session", "eventsPerSession", "Events per session", "TYPE_FLOAT", [events, sessions], share),
  metric("User", "activeUsers", "Active users", "TYPE_INTEGER", [activeUsers]),
  metric("User", "totalUsers", "Total users", "TYPE_INTEGER", [users]),
  metric("User", "newUsers", "New users", "TYPE_INTEGER", [countOf("first_visit")]),
  metric("User", "sessionsPerUser", "Sessions per user", "TYPE_FLOAT", [sessions, activeUsers], share),
  metric("User", "userEngagementDuration", "User engagement", "TYPE_SECONDS", [engagementSeconds]),
  metric("Page / screen", "screenPageViews", "Views", "TYPE_INTEGER", [countOf("page_view")]),
  metric(
    "Page / screen",
    "screenPageViewsPerUser",
    "Views per user",
    "TYPE_FLOAT",
    [countOf("page_view"), activeUsers],
    share
  ),
  metric("Event", "eventCount", "Event count", "TYPE_INTEGER", [events]),
  metric("Event", "eventCountPerUser", "Event count per user", "TYPE_FLOAT", [events, activeUsers], share),
  metric("Event", "keyEvents", "Key events", "TYPE_FLOAT", countedKeyEvents, sum, {
    deprecatedApiNames: ["conversions"]
  }),
  metric("Event", "eventValue", "Event value", "TYPE_FLOAT", [revenueCents], hundredth),
  metric("Revenue", "totalRevenue", "Total revenue", "TYPE_CURRENCY", [revenueCents], hundredth, revenue),
  metric("Ecommerce", "purchaseRevenue", "Purchase revenue", "TYPE_CURRENCY", [revenueCents], hundredth, revenue),
  metric(
    "Ecommerce",
    "averagePurchaseRevenue",
    "Average purchase revenue",
    "TYPE_CURRENCY",
    [revenueCents, countOf("purchase")],
    ([cents = 0, count = 0]) => (count === 0 ? 0 : cents / 100 / count),
    revenue
  ),
  metric("Ecommerce", "ecommercePurchases", "Ecommerce purchases", "TYPE_INTEGER", [countOf("purchase")]),
  metric("Ecommerce", "transactions", "Transactions", "TYPE_INTEGER", [countOf("purchase")]),
  metric("Ecommerce", "addToCarts", "Add to carts", "TYPE_INTEGER", [countOf("add_to_cart")]),
  metric("Ecommerce", "checkouts", "Checkouts", "TYPE_INTEGER", [countOf("begin_checkout")]),
  metric("Ecommerce", "itemsViewed", "Items viewed", "TYPE_INTEGER", [countOf("view_item")], first, { scope: "item" }),
  metric("Ecommerce", "itemsPurchased", "Items purchased", "TYPE_INTEGER", [countOf("purchase")], first, {
    scope: "item"
  }),
  metric("Ecommerce", "itemRevenue", "Item revenue", "TYPE_CURRENCY", [revenueCents], hundredth, {
    ...revenue,
    scope: "item"
  }),
  metric("Advertising", "advertiserAdCost", "Ads cost", "TYPE_CURRENCY", [cost], first, costs),
  metric("Advertising", "advertiserAdCostPerKeyEvent", "Cost per key event", "TYPE_CURRENCY", [cost], first, costs)
]

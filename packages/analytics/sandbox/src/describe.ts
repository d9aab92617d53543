// Describes the sandbox to its users: URLs, the environment variables that connect an account, and example inputs for
// each tool step, both ones that give results and ones that do not.

import type { Description as Described } from "@inlay/sandbox-kit/sandbox"

import { accountsPath } from "./sign-in/handler.ts"
import { defaultToken } from "./sign-in/tokens.ts"

/** URLs, environment variables and example inputs of the sandbox. */
export interface Description extends Described {
  readonly urls: {
    readonly analyticsData: string
    readonly analyticsAdmin: string
    /** Base URL of `/o/oauth2/v2/auth`, `/token` and `/revoke`. */
    readonly analyticsAccounts: string
  }
  readonly env: {
    readonly INLAY_ANALYTICS_DATA_BASE_URL: string
    readonly INLAY_ANALYTICS_ADMIN_BASE_URL: string
    readonly INLAY_ANALYTICS_ACCESS_TOKEN: string
  }
}

const property = "properties/320101"

export const describe = (origin: string): Description => ({
  urls: {
    analyticsData: `${origin}/analytics/data`,
    analyticsAdmin: `${origin}/analytics/admin`,
    analyticsAccounts: `${origin}${accountsPath}`
  },
  values: { analyticsToken: defaultToken, property },
  env: {
    INLAY_ANALYTICS_DATA_BASE_URL: `${origin}/analytics/data`,
    INLAY_ANALYTICS_ADMIN_BASE_URL: `${origin}/analytics/admin`,
    INLAY_ANALYTICS_ACCESS_TOKEN: defaultToken
  },
  examples: {
    analytics_run_reports: {
      match: [
        {
          property,
          metrics: ["sessions", "activeUsers"],
          dimensions: ["date"],
          range: "28daysAgo..yesterday"
        },
        {
          property,
          metrics: ["screenPageViews"],
          dimensions: ["pagePath"],
          range: "7daysAgo..yesterday"
        }
      ],
      noMatch: [{ property: "properties/320103", metrics: ["sessions"], range: "28daysAgo..yesterday" }]
    },
    analytics_create_key_events: {
      match: [{ property, eventName: "file_download" }],
      noMatch: [
        { property, eventName: "purchase" },
        { property: "properties/320203", eventName: "sign_up" }
      ]
    },
    analytics_create_properties: {
      match: [
        {
          parent: "accounts/110001",
          displayName: "Harbour Goods Outlet",
          timeZone: "Australia/Hobart",
          currencyCode: "AUD"
        }
      ],
      noMatch: [
        { parent: "accounts/110002", displayName: "Not mine", timeZone: "Pacific/Auckland", currencyCode: "NZD" }
      ]
    },
    analytics_api_call: {
      match: [
        { method: "GET", endpoint: "v1beta/accountSummaries" },
        { method: "GET", endpoint: "v1beta/properties?filter=parent:accounts/110001" },
        {
          method: "POST",
          endpoint: `v1beta/${property}:runReport`,
          body: { dateRanges: [{ startDate: "7daysAgo", endDate: "yesterday" }], metrics: [{ name: "sessions" }] }
        }
      ],
      noMatch: [{ method: "GET", endpoint: "v1beta/properties/320901" }]
    }
  },
  control: `${origin}/control/analytics`
})

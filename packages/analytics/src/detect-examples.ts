/** Example URLs of the analytics service's pages, used by the tests of this and other plugins' detectors. */
import { pageHost } from "./vendors.ts"

export const hosts = [pageHost]

/** The kind of resource that each URL shows. */
export const finds = {
  "https://analytics.google.com/analytics/web/#/p320101/reports/intelligenthome": "property",
  "https://analytics.google.com/analytics/web/?authuser=1#/p320101/realtime/overview?params=_u..nav%3Dmaui": "property",
  "https://analytics.google.com/analytics/web/#/a110001p320101/admin/streams": "property",
  "https://analytics.google.com/analytics/web/#/analysis/p320101/edit/abc": "property",
  "https://analytics.google.com/analytics/web/#/p320101": "property"
} as const

/** Similar URLs that show no resource. */
export const ignores = [
  "https://analytics.google.com/",
  "https://analytics.google.com/analytics/web/",
  "https://analytics.google.com/analytics/web/#/p0/reports",
  "https://analytics.google.com/analytics/web/#/p320101x/reports",
  "https://analytics.google.com/analytics/web/#/report-home/a110001w22p320101",
  "https://analytics.google.com/analytics/web/#/a110001w22p320101/admin",
  "https://analytics.google.com/other/#/p320101/reports",
  "https://analytics.google.com.evil.example/analytics/web/#/p320101/reports",
  "https://notanalytics.google.com/analytics/web/#/p320101/reports",
  "ftp://analytics.google.com/analytics/web/#/p320101/reports",
  "about:blank",
  "not an address"
]

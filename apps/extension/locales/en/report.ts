/** The report page. */
import { number, plural } from "./plural.ts"

export const report = {
  title: "Report",
  noPlace: "This address has no report. Open a page of your site and choose Report in the popup.",
  page: (path: string) => `Page ${path}`,
  reading: "Reading the report…",
  range: "Period",
  ranges: {
    "7daysAgo..yesterday": "7 days to yesterday",
    "28daysAgo..yesterday": "28 days to yesterday",
    "90daysAgo..yesterday": "90 days to yesterday",
    "365daysAgo..yesterday": "A year to yesterday"
  },
  scope: "Figures for",
  by: "By",
  dimensions: {
    date: "Day",
    pagePath: "Page",
    landingPage: "Landing page",
    sessionDefaultChannelGroup: "Channel",
    sessionSource: "Source",
    country: "Country",
    deviceCategory: "Device"
  },
  metrics: {
    activeUsers: "Users",
    sessions: "Sessions",
    screenPageViews: "Views",
    keyEvents: "Key events"
  },
  usersPerDay: "Users per day",
  before: "the period before",
  now: "this period",
  chart: (from: string, to: string) =>
    `Users per day from ${from} to ${to}, and in the period before. The table by day has its figures.`,
  rows: (visible: number, all: number) =>
    visible < all
      ? `${number(visible)} of ${number(all)} rows`
      : plural(all, { one: "1 row", other: `${number(all)} rows` }),
  none: "No rows in this period.",
  file: "Save as CSV"
}

// The sites and apps whose visits are simulated, by property.

import { dayOfText } from "./calendar.ts"

export interface Page {
  readonly path: string
  readonly title: string
}

export interface Site {
  /** The numeric part of `properties/320101`. */
  readonly propertyId: string
  readonly host: string
  readonly firstDay: number
  /** Sessions on an average day. Each has about six events. */
  readonly sessionsPerDay: number
  readonly kind: "shop" | "journal" | "app"
  readonly pages: ReadonlyArray<Page>
  /** Ids of the data streams. An app has one for Android and one for iOS, in this order. */
  readonly streams: ReadonlyArray<string>
}

const page = (path: string, title: string): Page => ({ path, title })

const shopPages = [
  page("/", "Home"),
  page("/search", "Search"),
  page("/kitchen", "Kitchen"),
  page("/home-and-linen", "Home & linen"),
  page("/outdoors", "Outdoors"),
  page("/products/enamel-mug", "Enamel mug"),
  page("/products/wool-blanket", "Wool blanket"),
  page("/products/canvas-tote", "Canvas tote"),
  page("/products/rain-jacket", "Rain jacket"),
  page("/products/head-torch", "Head torch"),
  page("/blog/caring-for-wool", "Caring for wool"),
  page("/blog/māori-place-names", "Māori place names"),
  page("/cart", "Cart"),
  page("/checkout", "Checkout"),
  page("/about", "About us"),
  page("/contact", "Contact")
]

const journalPages = [
  page("/", "Journal"),
  page("/stories/first-light", "First light"),
  page("/stories/the-long-jetty", "The long jetty"),
  page("/stories/salt-and-cedar", "Salt and cedar"),
  page("/guides/tides", "Reading the tides"),
  page("/guides/knots", 'Six knots, "slowly"'),
  page("/subscribe", "Subscribe"),
  page("/archive", "Archive")
]

const appScreens = [
  page("MapScreen", "Map"),
  page("TrackScreen", "Track"),
  page("OfflineScreen", "Offline maps"),
  page("AccountScreen", "Account")
]

const day = (text: string): number => dayOfText(text) ?? 0

const sites: ReadonlyArray<Site> = [
  {
    propertyId: "320101",
    host: "www.harbourgoods.example",
    firstDay: day("2025-07-01"),
    sessionsPerDay: 115,
    kind: "shop",
    pages: shopPages,
    streams: ["7200101"]
  },
  {
    propertyId: "320102",
    host: "journal.harbourgoods.example",
    firstDay: day("2026-01-01"),
    sessionsPerDay: 24,
    kind: "journal",
    pages: journalPages,
    streams: ["7200102"]
  },
  {
    propertyId: "320201",
    host: "www.kauritrails.example",
    firstDay: day("2026-02-01"),
    sessionsPerDay: 30,
    kind: "shop",
    pages: shopPages,
    streams: ["7200201"]
  },
  {
    propertyId: "320202",
    host: "(not set)",
    firstDay: day("2026-03-01"),
    sessionsPerDay: 18,
    kind: "app",
    pages: appScreens,
    streams: ["7200202", "7200203"]
  },
  {
    propertyId: "320203",
    host: "portal.kauritrails.example",
    firstDay: day("2026-04-01"),
    sessionsPerDay: 9,
    kind: "journal",
    pages: journalPages,
    streams: ["7200204"]
  }
]

export const findSite = (propertyId: string): Site | undefined => sites.find((site) => site.propertyId === propertyId)

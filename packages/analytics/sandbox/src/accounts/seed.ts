// The initial data: a shop in Australia, an outfitter in New Zealand, and an account that is hidden from every seeded
// principal.

import type { DataStream, KeyEvent, Principal, Property, Role, World } from "./accounts.ts"

const property = (
  accountId: string,
  id: string,
  displayName: string,
  timeZone: string,
  currencyCode: string,
  createTime: string,
  industryCategory = "SHOPPING"
): Property => ({
  id,
  accountId,
  propertyType: "PROPERTY_TYPE_ORDINARY",
  serviceLevel: "GOOGLE_ANALYTICS_STANDARD",
  createTime,
  updateTime: createTime,
  displayName,
  industryCategory,
  timeZone,
  currencyCode,
  deleteTime: null,
  expireTime: null
})

const properties = (): ReadonlyArray<Property> => [
  property("110001", "320101", "Harbour Goods Shop", "Australia/Sydney", "AUD", "2025-06-30T22:10:04.112Z"),
  property("110001", "320102", "Harbour Goods Journal", "Australia/Brisbane", "AUD", "2025-12-20T03:00:00Z", "NEWS"),
  property("110001", "320103", "Harbour Goods Wholesale", "Australia/Perth", "AUD", "2026-10-02T05:30:00Z"),
  property("110002", "320201", "Kauri Trails", "Pacific/Auckland", "NZD", "2026-01-20T20:00:00Z", "TRAVEL"),
  property("110002", "320202", "Kauri Trails App", "Pacific/Chatham", "NZD", "2026-02-11T00:15:00Z", "SPORTS"),
  property("110002", "320203", "Kauri Trails Portal", "Australia/Adelaide", "AUD", "2026-03-15T01:00:00Z", "TRAVEL"),
  property("110009", "320901", "Somebody else's", "Australia/Hobart", "AUD", "2026-03-15T01:00:00Z", "FINANCE")
]

const stream = (
  propertyId: string,
  id: string,
  displayName: string,
  of: Partial<Pick<DataStream, "type" | "defaultUri" | "appId" | "measurementId">>
): DataStream => ({
  id,
  propertyId,
  displayName,
  type: "WEB_DATA_STREAM",
  createTime: "2026-01-21T00:00:00Z",
  updateTime: "2026-01-21T00:00:00Z",
  measurementId: "",
  defaultUri: "",
  appId: "",
  ...of
})

const streams = (): ReadonlyArray<DataStream> => [
  stream("320101", "7200101", "Shop", {
    defaultUri: "https://www.harbourgoods.example",
    measurementId: "G-HG01SHOP01"
  }),
  stream("320102", "7200102", "Journal", {
    defaultUri: "https://journal.harbourgoods.example",
    measurementId: "G-HG02JRNL02"
  }),
  stream("320201", "7200201", "Kauri Trails", {
    defaultUri: "https://www.kauritrails.example",
    measurementId: "G-KT01SITE01"
  }),
  stream("320202", "7200202", "Android", { type: "ANDROID_APP_DATA_STREAM", appId: "example.kauritrails.maps" }),
  stream("320202", "7200203", "iOS", { type: "IOS_APP_DATA_STREAM", appId: "example.kauritrails.Maps" }),
  stream("320203", "7200204", "Portal", {
    defaultUri: "https://portal.kauritrails.example",
    measurementId: "G-KT03PRTL03"
  }),
  stream("320901", "7200901", "Hidden", { defaultUri: "https://hidden.example", measurementId: "G-HIDDEN0001" })
]

const keyEvent = (propertyId: string, id: string, eventName: string, more: Partial<KeyEvent> = {}): KeyEvent => ({
  id,
  propertyId,
  eventName,
  createTime: "2026-02-01T00:00:00Z",
  custom: true,
  deletable: true,
  countingMethod: "ONCE_PER_EVENT",
  defaultValue: null,
  ...more
})

const keyEvents = (): ReadonlyArray<KeyEvent> => [
  keyEvent("320101", "9300101", "purchase", { custom: false, deletable: false }),
  keyEvent("320101", "9300102", "generate_lead", { countingMethod: "ONCE_PER_SESSION" }),
  keyEvent("320101", "9300103", "sign_up", { defaultValue: { numericValue: 12.5, currencyCode: "AUD" } }),
  keyEvent("320102", "9300104", "newsletter_subscribe"),
  keyEvent("320201", "9300105", "purchase", { custom: false, deletable: false })
]

const principal = (
  id: string,
  name: string,
  accounts: Record<string, Role>,
  single: Record<string, Role>,
  restrictions: Principal["restrictions"] = []
): Principal => ({ id, name, email: `${id}@harbourgoods.example`, accounts, properties: single, restrictions })

const principals = (): ReadonlyArray<Principal> => [
  principal(
    "sam",
    "Sam Whittaker",
    { "110001": "administrator" },
    { "320201": "editor", "320202": "editor", "320203": "viewer" }
  ),
  principal("vi", "Vi Nguyen", { "110001": "viewer" }, {}, ["REVENUE_DATA", "COST_DATA"]),
  principal("nobody", "Noa Body", {}, {}),
  {
    ...principal("reports", "Reports service account", { "110001": "editor" }, { "320201": "viewer" }),
    email: "reports@harbour-goods-sandbox.iam.gserviceaccount.com"
  }
]

const byId = <Item extends { readonly id: string }>(items: ReadonlyArray<Item>): Map<string, Item> =>
  new Map(items.map((item) => [item.id, item]))

export const makeWorld = (): World => ({
  accounts: byId([
    { id: "110001", displayName: "Harbour Goods" },
    { id: "110002", displayName: "Kauri Trails" },
    { id: "110009", displayName: "Somebody else's" }
  ]),
  properties: byId(properties()),
  streams: byId(streams()),
  keyEvents: byId(keyEvents()),
  principals: byId(principals()),
  nextId: 400_001
})

// Attributes of the simulated visitors: places, devices, channels, items and so on. Sites end in `.example`, and all
// people are fictional.

/** How often a value is drawn relative to the others. */
interface Weighted {
  readonly weight: number
}

export interface Place extends Weighted {
  readonly city: string
  readonly region: string
  readonly country: string
  readonly countryId: string
  readonly continent: string
}

const place = (weight: number, city: string, region: string, country: string, countryId: string): Place => ({
  weight,
  city,
  region,
  country,
  countryId,
  continent:
    { AU: "Oceania", NZ: "Oceania", GB: "Europe", DE: "Europe", SG: "Asia", IN: "Asia" }[countryId] ?? "Americas"
})

export const places: ReadonlyArray<Place> = [
  place(30, "Sydney", "New South Wales", "Australia", "AU"),
  place(26, "Melbourne", "Victoria", "Australia", "AU"),
  place(14, "Brisbane", "Queensland", "Australia", "AU"),
  place(10, "Perth", "Western Australia", "Australia", "AU"),
  place(7, "Adelaide", "South Australia", "Australia", "AU"),
  place(3, "Hobart", "Tasmania", "Australia", "AU"),
  place(3, "Newcastle", "New South Wales", "Australia", "AU"),
  place(2, "Canberra", "Australian Capital Territory", "Australia", "AU"),
  place(1, "Darwin", "Northern Territory", "Australia", "AU"),
  place(12, "Auckland", "Auckland", "New Zealand", "NZ"),
  place(6, "Wellington", "Wellington Region", "New Zealand", "NZ"),
  place(5, "Christchurch", "Canterbury", "New Zealand", "NZ"),
  place(2, "Dunedin", "Otago", "New Zealand", "NZ"),
  place(1, "(not set)", "(not set)", "New Zealand", "NZ"),
  place(3, "London", "England", "United Kingdom", "GB"),
  // A second Newcastle, so that reports by city alone are ambiguous.
  place(1, "Newcastle", "England", "United Kingdom", "GB"),
  place(2, "Singapore", "(not set)", "Singapore", "SG"),
  place(2, "Bengaluru", "Karnataka", "India", "IN"),
  place(2, "New York", "New York", "United States", "US"),
  place(1, "São Paulo", "State of Sao Paulo", "Brazil", "BR"),
  place(1, "Zürich", "Zurich", "Switzerland", "CH"),
  place(1, "(not set)", "(not set)", "(not set)", "(not set)")
]

export interface Channel extends Weighted {
  readonly source: string
  readonly medium: string
  readonly campaign: string
  readonly group: string
}

const channel = (weight: number, source: string, medium: string, campaign: string, group: string): Channel => ({
  weight,
  source,
  medium,
  campaign,
  group
})

export const channels: ReadonlyArray<Channel> = [
  channel(34, "google", "organic", "(organic)", "Organic Search"),
  channel(22, "(direct)", "(none)", "(direct)", "Direct"),
  channel(9, "google", "cpc", "summer_sale", "Paid Search"),
  channel(5, "google", "cpc", "brand", "Paid Search"),
  channel(7, "newsletter", "email", "spring, early birds", "Email"),
  channel(4, "bing", "organic", "(organic)", "Organic Search"),
  channel(4, "duckduckgo", "organic", "(organic)", "Organic Search"),
  channel(5, "facebook.com", "referral", "(referral)", "Organic Social"),
  channel(3, "instagram.com", "referral", "(referral)", "Organic Social"),
  channel(2, "partner.example", "referral", "(referral)", "Referral"),
  channel(2, "chatgpt.com", "referral", "(referral)", "Referral"),
  channel(1, "(not set)", "(not set)", "(not set)", "Unassigned")
]

export interface Device extends Weighted {
  readonly category: string
  readonly system: string
  readonly browser: string
  readonly platform: string
}

const device = (weight: number, category: string, system: string, browser: string, platform = "web"): Device => ({
  weight,
  category,
  system,
  browser,
  platform
})

export const webDevices: ReadonlyArray<Device> = [
  device(28, "mobile", "iOS", "Safari"),
  device(20, "mobile", "Android", "Chrome"),
  device(3, "mobile", "Android", "Samsung Internet"),
  device(20, "desktop", "Windows", "Chrome"),
  device(7, "desktop", "Windows", "Edge"),
  device(10, "desktop", "Macintosh", "Safari"),
  device(6, "desktop", "Macintosh", "Chrome"),
  device(3, "desktop", "Linux", "Firefox"),
  device(4, "tablet", "iOS", "Safari"),
  device(1, "smart tv", "Tizen", "Samsung Internet")
]

export const appDevices: ReadonlyArray<Device> = [
  device(6, "mobile", "Android", "(not set)", "Android"),
  device(5, "mobile", "iOS", "(not set)", "iOS"),
  device(1, "tablet", "iOS", "(not set)", "iOS")
]

/** All devices in one list, so that an index means the same device on every site. */
export const devices: ReadonlyArray<Device> = [...webDevices, ...appDevices]

export const languages = ["English", "Chinese", "Hindi", "German", "Te Reo Māori"] as const
export const ages = ["18-24", "25-34", "35-44", "45-54", "55-64", "65+", "unknown"] as const
export const genders = ["female", "male", "unknown"] as const

export const eventNames = [
  "session_start",
  "first_visit",
  "page_view",
  "user_engagement",
  "scroll",
  "click",
  "view_search_results",
  "view_item",
  "add_to_cart",
  "begin_checkout",
  "purchase",
  "generate_lead",
  "sign_up",
  "newsletter_subscribe",
  "file_download"
] as const

export type EventName = (typeof eventNames)[number]

export const numberOf = (name: EventName): number => eventNames.indexOf(name)

export interface Item {
  readonly name: string
  readonly category: string
  readonly cents: number
}

/** The first item is used for events without an item. */
export const items: ReadonlyArray<Item> = [
  { name: "(not set)", category: "(not set)", cents: 0 },
  { name: "Enamel mug", category: "Kitchen", cents: 2490 },
  { name: "Wool blanket", category: "Home", cents: 18_900 },
  { name: "Canvas tote", category: "Bags", cents: 3950 },
  { name: "Rain jacket", category: "Clothing", cents: 24_900 },
  { name: "Trail map, printed", category: "Books", cents: 1595 },
  { name: "Head torch", category: "Outdoors", cents: 6900 }
]

// Dimensions of visitors: user, origin and device.

import { sessionNumber } from "../events/columns.ts"
import { ages, channels, devices, genders, languages, places } from "../events/vocabulary.ts"
import { dimension, listed } from "./dimensions.ts"

const ofPlace = (name: "city" | "region" | "country" | "countryId" | "continent") =>
  listed(
    ({ sessions }) => sessions.place,
    "session",
    places.map((place) => place[name])
  )
const ofChannel = (text: (channel: (typeof channels)[number]) => string) =>
  listed(({ sessions }) => sessions.channel, "session", channels.map(text))
const ofDevice = (name: "category" | "system" | "browser" | "platform") =>
  listed(
    ({ sessions }) => sessions.device,
    "session",
    devices.map((device) => device[name])
  )

export const visitorDimensions = [
  dimension("Geography", "country", "Country", "The country of the visitor.", ofPlace("country")),
  dimension("Geography", "countryId", "Country ID", "The country's ISO 3166-1 code.", ofPlace("countryId")),
  dimension("Geography", "region", "Region", "The region or state of the visitor.", ofPlace("region")),
  dimension("Geography", "city", "City", "The city of the visitor.", ofPlace("city")),
  dimension("Geography", "continent", "Continent", "The continent of the visitor.", ofPlace("continent")),
  dimension(
    "Traffic source",
    "sessionSource",
    "Session source",
    "The source that began the session.",
    ofChannel(({ source }) => source)
  ),
  dimension(
    "Traffic source",
    "sessionMedium",
    "Session medium",
    "The medium that began the session.",
    ofChannel(({ medium }) => medium)
  ),
  dimension(
    "Traffic source",
    "sessionSourceMedium",
    "Session source / medium",
    "Source and medium of the session together.",
    ofChannel(({ medium, source }) => `${source} / ${medium}`)
  ),
  dimension(
    "Traffic source",
    "sessionCampaignName",
    "Session campaign",
    "The campaign that began the session.",
    ofChannel(({ campaign }) => campaign)
  ),
  dimension(
    "Traffic source",
    "sessionDefaultChannelGroup",
    "Session default channel group",
    "The channel group of the session's source and medium.",
    ofChannel(({ group }) => group)
  ),
  dimension(
    "Platform / device",
    "deviceCategory",
    "Device category",
    "The kind of device: desktop, tablet, mobile.",
    ofDevice("category")
  ),
  dimension(
    "Platform / device",
    "operatingSystem",
    "Operating system",
    "The operating system of the device.",
    ofDevice("system")
  ),
  dimension("Platform / device", "browser", "Browser", "The browser of the visitor.", ofDevice("browser")),
  dimension(
    "Platform / device",
    "platform",
    "Platform",
    "Where the site or app ran: web, iOS, Android.",
    ofDevice("platform")
  ),
  dimension(
    "Platform / device",
    "language",
    "Language",
    "The language of the browser or device.",
    listed(({ sessions }) => sessions.language, "session", languages)
  ),
  dimension(
    "User",
    "newVsReturning",
    "New / established",
    "Whether it is the visitor's first session.",
    listed(({ sessions }) => sessions.isNew, "session", ["returning", "new"])
  ),
  dimension(
    "Demographics",
    "userAgeBracket",
    "Age",
    "The age bracket of the visitor.",
    listed(({ sessions }) => sessions.age, "session", ages),
    { isThresholded: true }
  ),
  dimension(
    "Demographics",
    "userGender",
    "Gender",
    "The gender of the visitor.",
    listed(({ sessions }) => sessions.gender, "session", genders),
    { isThresholded: true }
  ),
  dimension("Session", "customUser:visit_reference", "Visit reference", "A user-scoped custom dimension.", {
    read: (day) => (_event, session) => sessionNumber(day, session),
    text: (code) => `v${code.toString(36)}`
  })
]

// Dimensions of content and actions: pages, events and items.

import { eventNames, items } from "../events/vocabulary.ts"
import { dimension, listed } from "./dimensions.ts"

export const contentDimensions = [
  dimension(
    "Event",
    "eventName",
    "Event name",
    "The name of the event.",
    listed(({ events }) => events.name, "event", eventNames)
  ),
  dimension(
    "Event",
    "isKeyEvent",
    "Is key event",
    "Whether the event is a key event: true or false.",
    ({ keyEvents }) =>
      listed(
        ({ events }) => events.name,
        "event",
        eventNames.map((name) => String(keyEvents.has(name)))
      )
  ),
  dimension("Page / screen", "pagePath", "Page path", "The part of the address between host and query.", ({ site }) =>
    listed(
      ({ events }) => events.page,
      "event",
      site.pages.map(({ path }) => path)
    )
  ),
  dimension("Page / screen", "pageTitle", "Page title", "The title of the page.", ({ site }) =>
    listed(
      ({ events }) => events.page,
      "event",
      site.pages.map(({ title }) => title)
    )
  ),
  dimension(
    "Page / screen",
    "unifiedScreenName",
    "Page title and screen name",
    "The title of the page, or the name of the screen.",
    ({ site }) =>
      listed(
        ({ events }) => events.page,
        "event",
        site.pages.map(({ title }) => title)
      )
  ),
  dimension("Page / screen", "landingPage", "Landing page", "The path of the session's first page.", ({ site }) =>
    listed(
      ({ sessions }) => sessions.landing,
      "session",
      site.pages.map(({ path }) => path)
    )
  ),
  dimension("Page / screen", "hostName", "Hostname", "The host name of the site.", ({ site }) => ({
    read: () => () => 0,
    text: () => site.host
  })),
  dimension("Page / screen", "contentGroup", "Content group", "A group of the site's own; not set here.", {
    read: () => () => 0,
    text: () => "(not set)"
  }),
  dimension("General", "streamId", "Stream ID", "The number of the data stream.", ({ site }) =>
    listed(({ sessions }) => sessions.stream, "session", site.streams)
  ),
  dimension("General", "streamName", "Stream name", "The name of the data stream.", ({ streamNames }) =>
    listed(({ sessions }) => sessions.stream, "session", streamNames)
  ),
  dimension(
    "Ecommerce",
    "itemName",
    "Item name",
    "The name of the item.",
    listed(
      ({ events }) => events.item,
      "event",
      items.map(({ name }) => name)
    ),
    { scope: "item" }
  ),
  dimension(
    "Ecommerce",
    "itemCategory",
    "Item category",
    "The category of the item.",
    listed(
      ({ events }) => events.item,
      "event",
      items.map(({ category }) => category)
    ),
    { scope: "item" }
  )
]

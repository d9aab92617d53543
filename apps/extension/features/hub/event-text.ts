/** What an event of the hub is about, in the fields that events of all plugins have. Pure. */
import { isText } from "../../messaging/shape.ts"
import type { EventView } from "./requests.ts"

export const eventText = ({ data: { number, title } }: EventView): string =>
  [typeof number === "number" ? `#${number}` : "", isText(title) ? title : ""].join(" ").trim()

/** The event's page; empty if it has none. */
export const eventUrl = ({ data: { url } }: EventView): string => (isText(url) ? url : "")

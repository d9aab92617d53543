import * as Effect from "effect/Effect"

import * as Trigger from "../../../../triggers/Trigger.ts"
import { Note } from "../schema.ts"
import { placeOf, since, target } from "./notes.ts"

/** Whether a text mentions a login as a whole name: `@adam` does not mention `ada`. */
const mentions = (text: string, login: string): boolean =>
  login !== "" && new RegExp(`(?<![\\w-])@${login.replace(/[^\w-]/g, "\\$&")}(?![\\w-])`, "i").test(text)

export const newMention = Trigger.make({
  id: "sketch_new_mention",
  title: "New Mention",
  category: "Notes",
  description: "Somebody has mentioned the connected account in a note at the property.",
  possible: [{ via: "poll", source: "notes", needs: [], expectedDelaySeconds: 60 }],
  fixture: "new-mention",
  target,
  output: Note,
  place: placeOf,
  poll: ({ property }, cursor, { login }) =>
    Effect.map(since(property, cursor), (page) => ({
      ...page,
      occurrences: page.occurrences
        .filter(({ data }) => mentions(data.text, login))
        .map((one) => ({ ...one, key: one.key.replace(/^note/, "mention") }))
    }))
})

/** Handles people searches. Promises: the price is shown before anything is sent, and each click sends one search. */
import type { Search } from "@inlay/salesdata/schema/Search"
import * as Effect from "effect/Effect"

import { Browser } from "../../browser/Browser.ts"
import type { HandlersOf } from "../../messaging/router.ts"
import { isObject } from "../../messaging/shape.ts"
import { malformed, unreadable } from "../../providers/failures.ts"
import { Provider } from "../../providers/provider.ts"
import { priceOf } from "../enrich/subject/price.ts"
import { PLUGIN } from "../enrich/subject/target.ts"
import type { Lookup } from "../enrich/worker/lookup.ts"
import type { PeopleRequests } from "./requests.ts"

const STEP = "salesdata_people_search"

/** Checks only that there is a list of people; the plugin itself checks each person. */
const isSearch = (output: unknown): output is Search =>
  isObject(output) && Array.isArray(output["people"]) && isObject(output["credits"])

const askOf = ({ plugin, account, next, ...criteria }: PeopleRequests["people"]["input"]) => ({
  plugin,
  account,
  step: STEP,
  input: next ?? Object.fromEntries(Object.entries(criteria).filter(([, text]) => text.trim() !== ""))
})

/** @param onSearch runs after every search, whatever its outcome */
export const make = Effect.fnUntraced(function* (lookup: Lookup, onSearch: Effect.Effect<void>) {
  const browser = yield* Browser
  const provider = yield* Provider

  const handlers: HandlersOf<PeopleRequests> = {
    peoplePrice: Effect.fnUntraced(function* (input) {
      if (input.plugin !== PLUGIN) return yield* malformed("peoplePrice")
      return priceOf(yield* provider.preview(askOf(input)))
    }),
    people: Effect.fnUntraced(function* (input) {
      if (input.plugin !== PLUGIN) return yield* malformed("people")
      yield* lookup.sendable("people", yield* lookup.connected("people", input))
      const output = yield* browser
        .awake(provider.run(askOf(input), { askAgain: false }))
        .pipe(Effect.ensuring(onSearch))
      if (!isSearch(output)) return yield* unreadable("people")
      return {
        people: output.people.map(({ name, jobTitle, company, location, profileUrl }) => ({
          name,
          title: jobTitle,
          company: company?.name ?? null,
          location,
          profileUrl
        })),
        total: output.total,
        charged: output.credits.charged,
        next: output.next ?? null
      }
    })
  }
  return handlers
})

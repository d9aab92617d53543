/**
 * Handles people searches. Promises: the price is shown before anything is sent, and each click sends one search, or
 * none if the same one is still under way.
 */
import type { Search } from "@inlay/salesdata/schema/Search"
import * as Effect from "effect/Effect"

import { Browser } from "../../browser/Browser.ts"
import { malformed, unreadable, type RequestError } from "../../messaging/own-failures.ts"
import type { HandlersOf } from "../../messaging/router.ts"
import { hasFields, isCount, isList, isNullable, isObject, isOptional, isTextOf } from "../../messaging/shape.ts"
import { wayOf } from "../../messaging/way.ts"
import { ConnectedAccounts } from "../../providers/ConnectedAccounts.ts"
import { Steps } from "../../providers/Steps.ts"
import { isCharge } from "../enrich/subject/answer.ts"
import { priceOf } from "../enrich/subject/price.ts"
import { PLUGIN } from "../enrich/subject/target.ts"
import type { Lookup } from "../enrich/worker/lookup.ts"
import { forgetCount, pageKeeper, type SearchedPage } from "./last-search.ts"
import type { PeopleRequests } from "./requests.ts"

const STEP = "salesdata_people_search"

type Line = Pick<Search["people"][number], "name" | "jobTitle" | "location" | "profileUrl"> & {
  readonly company: { readonly name: string | null } | null
}

const isLine = isNullable(isTextOf(10_000))

/** Checks what is shown: the hub is another program, which may be malicious. */
const isSearch = hasFields({
  people: isList(
    hasFields<Line>({
      name: isLine,
      jobTitle: isLine,
      company: isNullable(hasFields({ name: isLine })),
      location: isLine,
      profileUrl: isLine
    })
  ),
  total: isNullable(isCount),
  credits: hasFields({ charged: isCharge }),
  next: isOptional(isObject)
})

const askOf = ({ plugin, account, subject: _subject, next, ...criteria }: SearchedPage["input"]) => ({
  plugin,
  account,
  step: STEP,
  input: next ?? Object.fromEntries(Object.entries(criteria).filter(([, text]) => text.trim() !== ""))
})

/** @param onSearch runs after every search, whatever its outcome */
export const make = Effect.fnUntraced(function* (lookup: Lookup, onSearch: Effect.Effect<void>) {
  const browser = yield* Browser
  const steps = yield* Steps
  const { isThere } = yield* ConnectedAccounts
  /** Those under way. A popup closes with a click beside it, and the next one must not pay for the same search again. */
  const searches = new Map<string, Effect.Effect<PeopleRequests["people"]["output"], RequestError>>()

  const search = Effect.fnUntraced(function* ({ upTo, hub, ...input }: PeopleRequests["people"]["input"]) {
    if (input.plugin !== PLUGIN) return yield* malformed
    const keepPage = pageKeeper()
    yield* lookup.sendable(yield* lookup.connected(input))
    const output = yield* browser
      .awake(steps.run(askOf(input), { maxCredits: upTo ?? undefined, hub }))
      .pipe(Effect.ensuring(onSearch))
    if (!isSearch(output)) return yield* unreadable(wayOf(input) === "hub" ? "unknown" : undefined)
    const page = {
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
    // The popup may have closed meanwhile, or the account have been removed.
    if (yield* Effect.orElseSucceed(isThere(input), () => false))
      yield* Effect.promise(() => keepPage({ input, output: page }))
    return page
  })

  return {
    peoplePrice: Effect.fnUntraced(function* (ref) {
      if (ref.plugin !== PLUGIN) return yield* malformed
      // A search without any criterion has no price.
      return priceOf(yield* steps.preview({ ...ref, step: STEP, input: { position: "-" } }), ref)
    }),
    people: (input) => {
      const { upTo, hub, ...page } = input
      // After something was forgotten, the account may be another one of the same name.
      const key = JSON.stringify([forgetCount(), upTo, hub, page.subject, askOf(page)])
      const ended = Effect.sync(() => searches.delete(key))
      return Effect.flatMap(Effect.cached(Effect.ensuring(search(input), ended)), (own) => {
        const current = searches.get(key) ?? own
        searches.set(key, current)
        return current
      })
    }
  } satisfies HandlersOf<PeopleRequests>
})

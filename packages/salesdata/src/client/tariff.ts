/** The quote of each request: its price, and how its answer is read. */
import type { CallRequest } from "@inlay/core-http/Client"
import { readCredits } from "@inlay/core-http/Credits"
import type { Quote } from "@inlay/core-http/Spend"

import { isOwn, isSole } from "../identity/lookup-keys.ts"
import { areDifferent } from "../identity/names.ts"
import { keysOfAnswer, nameOfAnswer } from "../wire/judges.ts"
import type { ProviderAnswer } from "../wire/judgment.ts"
import { paidPath } from "../wire/paid-path.ts"
import { at } from "../wire/reading/json-path.ts"
import { lookedUp, pricing } from "./pricing.ts"
import type { Settings } from "./settings.ts"

export const tariff = (settings: Settings) => {
  const priceOf = pricing(settings)
  return (request: CallRequest, path: string): Omit<Quote, "purse"> | undefined => {
    const price = priceOf(request, path)
    if (price === undefined) return undefined
    const about = lookedUp(path)
    const isSearch = paidPath(path) === "search"
    return {
      ...price,
      read: (answer) => {
        const charged =
          settings.creditsField === undefined ? undefined : readCredits(at(answer.body, settings.creditsField))
        const recordKeys =
          about === undefined ? [] : keysOfAnswer(about, answer, settings.profileSites, request.body ?? {})
        const own = recordKeys?.filter(isOwn) ?? []
        // An empty search result may have a price, but a path that does not exist charges nothing.
        const isNothing = isSearch && (answer.status === 404 || answer.status === 204)
        return {
          match: recordKeys !== undefined && !isNothing,
          keys: own,
          soleKeys: own.filter(isSole),
          ...(about !== undefined && {
            isOther: (earlier: ProviderAnswer) =>
              areDifferent(nameOfAnswer(about, answer), nameOfAnswer(about, earlier))
          }),
          ...(charged !== undefined && { charged })
        }
      }
    }
  }
}

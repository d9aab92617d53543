/**
 * Handles the line in repository pages: its content, and the pages that show it. Promises: nothing of it is in a page
 * before the user's click or choice; its content is about the page that the browser names, never one that a message
 * names.
 */
import * as Queue from "@inlay/core-http/queue"
import * as Effect from "effect/Effect"

import { Browser } from "../../browser/Browser.ts"
import { originOf } from "../../messaging/origin.ts"
import { malformed } from "../../messaging/own-failures.ts"
import type { LineData } from "../../messaging/page-line.ts"
import type { HandlersOf } from "../../messaging/router.ts"
import { Preferences } from "../../vault/preferences.ts"
import { logFailure } from "../log-failure.ts"
import type { RepositoryRequests } from "../repository/requests.ts"
import type { LineRequests } from "./requests.ts"

/** Returns the part of a page's path that names the repository `owner/repo`. */
const pathOf = (address: string, name: string): string => {
  const { pathname } = new URL(address)
  const at = pathname.toLowerCase().indexOf(`/${name.toLowerCase()}`)
  return pathname.slice(0, at + 1 + name.length)
}

/** Turns a failure into `null`: what cannot be read is left out of the line. */
const orNull = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A | null> => Effect.orElseSucceed(effect, () => null)

/** @param repository the handlers that read a repository */
export const make = Effect.fnUntraced(function* (repository: HandlersOf<RepositoryRequests>) {
  const browser = yield* Browser
  const preferences = yield* Preferences
  /** Each choice reads and stores the whole list, and two windows may choose at once. */
  const alone = Queue.make(1).withPlace

  const handlers: HandlersOf<LineRequests> = {
    showLine: ({ tabId }) => Effect.map(browser.putLine(tabId), (isShown) => ({ isShown })),
    lineOrigins: () => Effect.map(preferences.lineOrigins, (origins) => ({ origins })),
    keepLine: ({ origin, isOn }) =>
      /^https?:\/\/[^*]+$/.test(origin) && originOf(origin) === origin
        ? Effect.gen(function* () {
            const others = (yield* preferences.lineOrigins).filter((one) => one !== origin)
            const origins = isOn ? [...others, origin] : others
            yield* preferences.saveLineOrigins(origins)
            yield* browser.keepLines(origins)
            return { origins }
          }).pipe(alone)
        : Effect.fail(malformed)
  }

  /**
   * The line's content for a tab's page; `null` if it is not a repository's page, or the extension may not read its
   * address.
   */
  const lineOf = Effect.fnUntraced(function* (tabId: number) {
    const address = yield* browser.addressOf(tabId)
    if (address === undefined) return null
    const page = yield* repository.repositoryPage({ tabId, link: address, account: null })
    if (page.state !== "repository") return null
    const { of } = page
    const { runs, requests, triggers } = yield* Effect.all(
      {
        runs: orNull(repository.repositoryRuns(of)),
        requests: orNull(repository.repositoryAsked(of)),
        triggers: orNull(repository.repositoryTriggers(of))
      },
      { concurrency: 3 }
    )
    const [run] = runs?.newest ?? []
    const lines = triggers?.triggers ?? null
    const data: LineData = {
      language: yield* browser.language,
      path: pathOf(address, `${of.owner}/${of.repo}`),
      name: `${of.owner}/${of.repo}`,
      run:
        run === undefined
          ? null
          : { workflow: run.workflow, number: run.number, state: run.state, updatedAt: run.updatedAt },
      starts: lines === null ? null : lines.reduce((sum, { health }) => sum + (health?.startsInDay ?? 0), 0),
      reviews: requests?.reviews.length ?? null
    }
    return data.run === null && data.starts === null && data.reviews === null ? null : data
  }, orNull)

  return {
    handlers,
    lineOf,
    /** Registers the scripts again, because the browser may have forgotten them. */
    keep: preferences.lineOrigins.pipe(Effect.flatMap(browser.keepLines), Effect.catch(logFailure), alone)
  }
})

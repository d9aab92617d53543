/** Determines which repository a tab shows, and which account reads it. Sends nothing to the code host. */
import { pageHostsOf } from "@inlay/codehost/detect"
import { pageHost } from "@inlay/codehost/vendors"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { Browser } from "../../../browser/Browser.ts"
import type { HandlersOf } from "../../../messaging/router.ts"
import { ConnectedAccounts } from "../../../providers/ConnectedAccounts.ts"
import { placeAt } from "../page.ts"
import type { RepositoryPage, RepositoryRequests } from "../requests.ts"
import { PLUGIN } from "./service.ts"

export const make = Effect.gen(function* () {
  const browser = yield* Browser
  const connectedAccounts = yield* ConnectedAccounts

  /** The accounts of the plugin's chosen way with the hosts of their pages. The account chosen last comes first. */
  const accounts = Effect.gen(function* () {
    const chosenName = yield* connectedAccounts.chosen(PLUGIN)
    const names = yield* connectedAccounts.names(PLUGIN)
    const inOrder = names.toSorted((a, b) => Number(b === chosenName) - Number(a === chosenName))
    const results = yield* Effect.forEach(inOrder, (account) =>
      Effect.result(
        Effect.map(connectedAccounts.find({ plugin: PLUGIN, account }), (connectedAccount) =>
          connectedAccount === undefined ? [] : [{ account, hosts: pageHostsOf(connectedAccount.settings) }]
        )
      )
    )
    // An account that cannot be opened has no pages; the settings say why.
    const failure = results.find(Result.isFailure)
    if (failure !== undefined && !results.some(Result.isSuccess)) return yield* failure.failure
    return results.flatMap((result) => (Result.isSuccess(result) ? result.success : []))
  })

  return {
    repositoryHosts: () =>
      accounts.pipe(
        Effect.map((all) => [...new Set(all.flatMap(({ hosts }) => hosts))]),
        Effect.tap(browser.offerRepositoriesOf),
        Effect.map((hosts) => ({ hosts }))
      ),
    repositoryPage: Effect.fnUntraced(function* ({ tabId, link, account: wanted }) {
      const address = link ?? (yield* browser.addressOf(tabId)) ?? ""
      const all = yield* accounts
      const fitting = all.flatMap(({ account, hosts }) => {
        const place = placeAt(address, hosts)
        return place === undefined ? [] : [{ account, ...place }]
      })
      const one = fitting.find(({ account }) => account === wanted) ?? fitting[0]
      if (one !== undefined) {
        const { account, owner, repo, ...shown } = one
        return {
          state: "repository",
          of: { plugin: PLUGIN, account, owner, repo },
          names: fitting.map((each) => each.account),
          ...shown
        } satisfies RepositoryPage
      }
      const place = placeAt(address, [pageHost])
      return place === undefined
        ? ({ state: "elsewhere" } satisfies RepositoryPage)
        : ({ state: "notConnected", name: `${place.owner}/${place.repo}` } satisfies RepositoryPage)
    })
  } satisfies HandlersOf<Pick<RepositoryRequests, "repositoryHosts" | "repositoryPage">>
})

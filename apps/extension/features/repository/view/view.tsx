/** The repository section of the popup: which repository the tab shows, and which account reads it. */
import { useEffect, useMemo, useState } from "preact/hooks"

import { repository as words } from "../../../locales/repository.ts"
import { Head } from "../../../ui/Head.tsx"
import type { SectionProps } from "../../section.ts"
import { knownHosts } from "../hosts.ts"
import { placeAt } from "../page.ts"
import { rememberHosts } from "../remember-hosts.ts"
import { useAnswer } from "./answer.ts"
import { Problem } from "./problem.tsx"
import { Repository } from "./repository.tsx"

/** Opens the settings at the account of a code host. */
const openSettings = (): void => {
  void chrome.tabs.create({ url: chrome.runtime.getURL("/options.html#codehost") })
}

export const View = ({ tab, shell, onNothing }: SectionProps) => {
  const { send, tabId, address, link } = tab
  const [wanted, setWanted] = useState<string | null>(null)
  const place = useMemo(() => placeAt(address, knownHosts()), [address])
  const {
    output: page,
    isLoading,
    failure,
    reload
  } = useAnswer(
    send,
    "repositoryPage",
    place === undefined ? null : { tabId, account: wanted, ...(link !== undefined && { link }) }
  )
  const isElsewhere = place === undefined || page?.state === "elsewhere"
  useEffect(() => onNothing(isElsewhere ? words.elsewhere : undefined), [isElsewhere])
  // An account may have been removed since, here or at the hub.
  useEffect(() => void rememberHosts(send), [send])
  const ownShell = { ...shell, onSettings: openSettings }
  if (place === undefined) return null
  const name = `${place.owner}/${place.repo}`
  if (isLoading) {
    return shell.isFirst ? (
      <section class="popup repo" aria-busy="true">
        <Head shell={shell} title={name} subtitle={words.loading} />
      </section>
    ) : null
  }
  if (failure !== undefined) {
    return (
      <section class="popup repo">
        <Head shell={ownShell} title={name} />
        <div class="repo-part">
          <Problem error={failure} onRetry={reload} onSettings={openSettings} />
        </div>
      </section>
    )
  }
  switch (page?.state) {
    case undefined:
    case "elsewhere":
      return null
    case "notConnected":
      return (
        <section class="popup repo">
          <Head shell={ownShell} title={page.name} subtitle={words.notConnected} />
          <div class="body">
            <p>{words.notConnectedLead}</p>
            <div>
              <button type="button" class="button primary" onClick={openSettings}>
                {words.connect}
              </button>
            </div>
          </div>
        </section>
      )
    case "repository":
      return (
        <Repository
          key={`${page.key} ${page.of.account}`}
          send={send}
          shell={ownShell}
          page={page}
          address={address}
          {...(link === undefined && { tabId })}
          onAccount={(account) => {
            void send("chooseAccount", { plugin: page.of.plugin, account })
            setWanted(account)
          }}
        />
      )
  }
}

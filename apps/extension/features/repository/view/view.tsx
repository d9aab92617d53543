/** The repository's part of the popup: which repository the tab shows, and by which account. */
import "./repository.css"
import { useEffect, useState } from "preact/hooks"

import { repository as words } from "../../../locales/repository.ts"
import { Head } from "../../../ui/Head.tsx"
import type { SectionProps } from "../../section.ts"
import { useAnswer } from "./answer.ts"
import { Problem } from "./problem.tsx"
import { Repository } from "./repository.tsx"

/** The settings, at the account of a code host. */
const openSettings = (): void => {
  void chrome.tabs.create({ url: chrome.runtime.getURL("/options.html#codehost") })
}

/** `acme/widgets`, by the address alone: what stands there before the worker has answered. */
const nameIn = (address: string): string =>
  URL.canParse(address) ? new URL(address).pathname.split("/").slice(1, 3).join("/") : ""

export const View = ({ tab, shell, onNothing }: SectionProps) => {
  const { send, tabId, address } = tab
  const [wanted, setWanted] = useState<string | null>(null)
  const { answer, reload } = useAnswer(send, "repositoryPage", { tabId, account: wanted })
  const isElsewhere = answer.at === "here" && answer.value.state === "elsewhere"
  useEffect(() => onNothing(isElsewhere ? words.elsewhere : undefined), [isElsewhere])
  const ownShell = { ...shell, onSettings: openSettings }
  if (answer.at === "loading") {
    return shell.place === "first" ? (
      <section class="popup repo" aria-busy="true">
        <Head shell={shell} title={nameIn(address)} subtitle={words.loading} />
      </section>
    ) : null
  }
  if (answer.at === "failed") {
    return (
      <section class="popup repo">
        <Head shell={ownShell} title={nameIn(address)} />
        <div class="repo-part">
          <Problem error={answer.error} onRetry={reload} onSettings={openSettings} />
        </div>
      </section>
    )
  }
  const page = answer.value
  switch (page.state) {
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
          onAccount={(account) => {
            void send("chooseAccount", { plugin: page.of.plugin, account })
            setWanted(account)
          }}
        />
      )
  }
}

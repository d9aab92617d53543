/**
 * What a popup asks and loads before anything of it stands: the tab in front, and what the parts of that tab's popup ask
 * first. Imported before all else, it waits for no words: a name needs none.
 */
import { earlySubject } from "../../features/enrich/subject/early-subject.ts"
import { isPanelOpen } from "../../features/panel/open.ts"
import { isOnKnownHost } from "../../features/repository/hosts.ts"
import { askAhead } from "../../messaging/client.ts"
import { nameOf } from "../../ui/text/name.ts"

const ask = async () => {
  const [tab = {}] = await chrome.tabs.query({ active: true, currentWindow: true })
  const { id: tabId = -1, windowId = -1, url = "", title }: Partial<chrome.tabs.Tab> = tab
  const isBeside = isPanelOpen(windowId)
  void import("../../features/enrich/view/offer/states.tsx")
  askAhead("preview", { tabId, account: null })
  if (isOnKnownHost(url)) {
    askAhead("repositoryPage", { tabId, account: null })
    void import("../../features/repository/page.ts")
    void import("../../features/repository/view/view.tsx")
    // In the script that the former shares with other pages, and is found only behind it otherwise.
    void import("../../ui/use-stored.ts")
  } else {
    const subject = earlySubject(url)
    // In the page's own head, whose place the popup's takes.
    if (subject !== undefined) document.querySelector("h1")?.replaceChildren(nameOf(subject))
  }
  return { tabId, windowId, url, title, isBeside: await isBeside }
}

export const frontTab = ask()

/**
 * What a popup asks and loads before anything of it stands: the tab in front, and what the parts of that tab's popup ask
 * first. Imported before all else, it waits for no words.
 */
import { isOnKnownHost } from "../../features/repository/hosts.ts"
import { askAhead } from "../../messaging/client.ts"

const ask = async (): Promise<Partial<chrome.tabs.Tab>> => {
  const [tab = {}] = await chrome.tabs.query({ active: true, currentWindow: true })
  const { id: tabId = -1, url = "" }: Partial<chrome.tabs.Tab> = tab
  askAhead("preview", { tabId, account: null })
  if (isOnKnownHost(url)) {
    askAhead("repositoryPage", { tabId, account: null })
    void import("../../features/repository/page.ts")
    void import("../../features/repository/view/view.tsx")
  } else {
    void import("../../features/enrich/view/offer/states.tsx")
  }
  return tab
}

export const frontTab = ask()

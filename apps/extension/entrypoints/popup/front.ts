/**
 * Sends the popup's first requests and loads its words and views before anything is drawn: finds the active tab, and
 * asks the worker what that tab's parts will ask first. It is imported first and waits for no words, because a name
 * needs none.
 */
import { isPanelOpen } from "../../browser/panel.ts"
import { earlySubject } from "../../features/enrich/subject/early-subject.ts"
import { section as repository } from "../../features/repository/feature.ts"
import { isOnKnownHost } from "../../features/repository/hosts.ts"
import type { Section } from "../../features/section.ts"
import { section as site } from "../../features/site/feature.ts"
import { loadAhead } from "../../locales/popup-words.ts"
import { askAhead } from "../../messaging/client.ts"
import { nameOf } from "../../ui/text/name.ts"

/** Writes a name, if there is one, into the heading of the static page, which the popup's own heading replaces. */
const showName = (name: string | undefined): unknown => name && document.querySelector(".bone")?.replaceChildren(name)

/** A section that fails is left out: the popup shows what is wrong with it. */
const showHeading = async ({ heading }: Section, address: string): Promise<void> => {
  try {
    showName(await heading?.(address))
  } catch {}
}

const ask = async () => {
  loadAhead()
  const [tab = {}] = await chrome.tabs.query({ active: true, currentWindow: true })
  const { id: tabId = -1, windowId = -1, url = "", title }: Partial<chrome.tabs.Tab> = tab
  const subject = earlySubject(url)
  showName(subject && nameOf(subject))
  const mayBeRepository = isOnKnownHost(url)
  void showHeading(mayBeRepository ? repository : site, url)
  // The browser shows the popup with its name in the meantime. Requests that are sent before that delay this first frame
  // by 4 ms, and what they ask for is not there any earlier.
  await new Promise((resolve) => setTimeout(resolve))
  const isBeside = isPanelOpen(windowId)
  void import("../../features/enrich/view/offer/states.tsx")
  askAhead("preview", { tabId, account: null })
  if (mayBeRepository) {
    askAhead("repositoryPage", { tabId, account: null })
    void import("../../features/repository/view/view.tsx")
    // This module is in the script that the popup shares with other pages. Without this import, that script would be
    // discovered only once the repository view has loaded.
    void import("../../ui/use-stored.ts")
  }
  return { tabId, windowId, url, title, isBeside: await isBeside }
}

/** `undefined` in other pages: they load the popup's script for the modules that they share with it. */
export const frontTab = location.pathname === "/popup.html" ? ask() : undefined

/**
 * Determines what the panel shows: the page of the window's active tab, followed across tabs and pages, or a link that
 * the user chose. The address of a page that the user has not opened to the extension is not available here.
 */
import type { Invitation } from "../../../browser/panel.ts"
import { onInvitation, takeInvitation } from "../invitations.ts"
import { titleAt, titleRead, type PageTitle } from "./page-title.ts"

export type Followed =
  /** Another tab became active. Its subject is not known yet, and the previous one is no longer shown. */
  | { readonly is: "looking" }
  /**
   * The address is empty if the browser gives it to no extension. `visit` changes whenever the user opens the page to
   * the panel again.
   */
  | {
      readonly is: "page"
      readonly tabId: number
      readonly address: string
      readonly visit: number
      /** Absent until it is certainly this page's. */
      readonly title?: string
    }
  | { readonly is: "link"; readonly tabId: number; readonly address: string; readonly visit: number }
  /** The user has not clicked on this page, or it has since left for another origin. */
  | { readonly is: "outOfReach" }

export interface Following {
  /** Returns from the link to the page that contains it. */
  readonly back: () => void
  readonly stop: () => void
}

/** A hash only names a position in the same page. */
export const withoutHash = (address: string): string => address.replace(/#.*$/s, "")

const pageOf = (address: string | undefined) => (address === undefined ? undefined : withoutHash(address))

/** What the browser reports when a tab changes. */
interface Change {
  readonly url?: string
  readonly status?: string
  readonly title?: string
}

const keyOf = (of: Followed): string =>
  JSON.stringify("address" in of ? { ...of, address: withoutHash(of.address) } : of)

/** A link, and the page in which it was chosen. Leaving that page leaves the link too. */
interface ChosenLink {
  readonly address: string
  readonly tabId: number
  readonly page: string | undefined
}

export const follow = (windowId: number, onChange: (followed: Followed) => void): Following => {
  const { tabs } = chrome
  let current: Followed = { is: "looking" }
  let activeTab: number | undefined
  let link: ChosenLink | undefined
  let visit = 0
  let titled: PageTitle | undefined
  /** The tab that the user has clicked on in vain: the browser gives the address of its page to no extension. */
  let nameless: number | undefined
  // Only the newest reading may draw.
  let turn = 0
  /** Taken, and not shown yet: a reading that a newer one overtakes leaves it to that one. */
  let invitation: Invitation | undefined
  let taking: Promise<Invitation | undefined> = Promise.resolve(undefined)
  const take = async () => {
    taking = taking.then(() => takeInvitation(windowId))
    invitation = (await taking) ?? invitation
  }

  const show = (next: Followed) => {
    if (keyOf(current) === keyOf(next)) return
    current = next
    onChange(next)
  }

  const read = async () => {
    const mine = ++turn
    const [active] = await tabs.query({ active: true, windowId })
    await take()
    if (mine !== turn) return
    activeTab = active?.id
    const address = active?.url
    if (active?.id !== undefined) titled = titleRead(titled, { ...active, id: active.id, page: pageOf(address) })
    if (invitation !== undefined) {
      visit += 1
      const { tabId, link: linkAddress } = invitation
      invitation = undefined
      link = linkAddress === undefined ? undefined : { address: linkAddress, tabId, page: pageOf(address) }
      nameless = linkAddress === undefined && !address ? tabId : undefined
    }
    if (link?.tabId !== activeTab || link?.page !== pageOf(address)) link = undefined
    if (activeTab === undefined) return show({ is: "outOfReach" })
    if (link !== undefined) return show({ is: "link", tabId: activeTab, address: link.address, visit })
    // Another click would bring nothing either.
    if (!address && activeTab === nameless) return show({ is: "page", tabId: activeTab, address: "", visit })
    if (!address) return show({ is: "outOfReach" })
    const title = titled?.title
    show({ is: "page", tabId: activeTab, address, visit, ...(title !== undefined && { title }) })
  }

  const onActivated = (tab: { readonly tabId: number; readonly windowId: number }) => {
    if (tab.windowId !== windowId || tab.tabId === activeTab) return
    activeTab = tab.tabId
    show({ is: "looking" })
    void read()
  }
  const onUpdated = (tabId: number, { url, status, title }: Change) => {
    if (tabId === nameless && status === "loading") nameless = undefined
    if (tabId !== activeTab || (url === undefined && status === undefined && title === undefined)) return
    // Before the tab is read, because a title that is reported next belongs to the new address.
    if (url !== undefined) titled = titleAt(titled, { id: tabId, page: pageOf(url) })
    if (title !== undefined && titled?.id === tabId) titled = { ...titled, title }
    void read()
  }

  tabs.onActivated.addListener(onActivated)
  tabs.onUpdated.addListener(onUpdated)
  const stopListening = onInvitation(() => void read())
  void read()

  return {
    back: () => {
      link = undefined
      void read()
    },
    stop: () => {
      turn = -1
      tabs.onActivated.removeListener(onActivated)
      tabs.onUpdated.removeListener(onUpdated)
      stopListening()
    }
  }
}

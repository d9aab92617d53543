/** The context menu's items. */
import { readWords } from "../locales/worker-words.ts"
import { linkPatterns, repositoryPatterns } from "./links.ts"

const LINK_ITEM = "link"
const REPOSITORY_ITEM = "repository"
const PAGE_ITEM = "page"

/** Menus outlive the worker and updates of the extension, so this runs when it was installed or updated. */
export const createItems = async () => {
  const { menu: words } = await readWords()
  chrome.contextMenus.removeAll(() => {
    const linkItem = (id: string, title: string, targetUrlPatterns: Array<string>) =>
      chrome.contextMenus.create({ id, title, contexts: ["link"], targetUrlPatterns })
    linkItem(LINK_ITEM, words.link, linkPatterns([]))
    linkItem(REPOSITORY_ITEM, words.repository, repositoryPatterns([]))
    chrome.contextMenus.create({ id: PAGE_ITEM, title: words.page, contexts: ["page"] })
  })
}

/** After another language was chosen, or the browser was started. */
export const nameItems = async () => {
  const { menu: words } = await readWords()
  await chrome.contextMenus.update(LINK_ITEM, { title: words.link })
  await chrome.contextMenus.update(REPOSITORY_ITEM, { title: words.repository })
  await chrome.contextMenus.update(PAGE_ITEM, { title: words.page })
}

/** @param sites hosts of professional networks, besides the preset */
export const offerLinksTo = async (sites: ReadonlyArray<string>): Promise<void> => {
  await chrome.contextMenus.update(LINK_ITEM, { targetUrlPatterns: linkPatterns(sites) })
}

/** @param hosts of code hosts' pages, besides the preset */
export const offerRepositoriesOf = async (hosts: ReadonlyArray<string>): Promise<void> => {
  await chrome.contextMenus.update(REPOSITORY_ITEM, { targetUrlPatterns: repositoryPatterns(hosts) })
}

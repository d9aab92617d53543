/** The context menu's items. */
import { readWords } from "../locales/worker-words.ts"
import { linkPatterns, repositoryPatterns } from "./links.ts"

const LINK_ITEM = "link"
const REPOSITORY_ITEM = "repository"
const PAGE_ITEM = "page"

/** After another language was chosen, or the browser was started. Each text has the name of its item. */
export const nameItems = async () => {
  const { menu: words } = await readWords()
  await Promise.all(Object.entries(words).map(([id, title]) => chrome.contextMenus.update(id, { title })))
}

/** Menus outlive the worker and updates of the extension, so this runs when it was installed or updated. */
export const createItems = (): void =>
  chrome.contextMenus.removeAll(() => {
    // Until they have their texts, or if those cannot be read.
    const title = "Inlay"
    const linkItem = (id: string, targetUrlPatterns: Array<string>) =>
      chrome.contextMenus.create({ id, title, contexts: ["link"], targetUrlPatterns })
    linkItem(LINK_ITEM, linkPatterns([]))
    linkItem(REPOSITORY_ITEM, repositoryPatterns([]))
    chrome.contextMenus.create({ id: PAGE_ITEM, title, contexts: ["page"] })
    nameItems().catch(() => {})
  })

const offerOn =
  (item: string, patternsOf: (hosts: ReadonlyArray<string>) => Array<string>) =>
  async (hosts: ReadonlyArray<string>): Promise<void> => {
    await chrome.contextMenus.update(item, { targetUrlPatterns: patternsOf(hosts) })
  }

/** Takes hosts of professional networks, besides the preset. */
export const offerLinksTo = offerOn(LINK_ITEM, linkPatterns)

/** Takes hosts of code hosts' pages, besides the preset. */
export const offerRepositoriesOf = offerOn(REPOSITORY_ITEM, repositoryPatterns)

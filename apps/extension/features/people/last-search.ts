/**
 * The pages of the last people search. Each was paid for, so they are kept in memory until the browser ends: a popup
 * closes with a click beside it, also while the provider is still searching.
 */
import { inSession, sessionValue } from "../../messaging/session-storage.ts"
import type { SeenPrice } from "../enrich/requests.ts"
import type { PeopleRequests } from "./requests.ts"

type Search = PeopleRequests["people"]

export interface SearchedPage {
  readonly input: Omit<Search["input"], keyof SeenPrice>
  readonly output: Search["output"]
}

const KEY = "people"

const stored = () => sessionValue<ReadonlyArray<SearchedPage>>(KEY)

let forgets = 0

/** How often this worker has forgotten a search. */
export const forgetCount = (): number => forgets

/**
 * Called by the worker when a search begins. Returns how to keep its page, unless something is forgotten meanwhile. The
 * first page of a search replaces the search before it.
 */
export const pageKeeper = () => {
  const before = forgets
  return async (page: SearchedPage): Promise<void> => {
    if (before !== forgets) return
    const earlier = page.input.next ? await stored() : []
    if (earlier) await inSession((session) => session.set({ [KEY]: [...earlier, page] }))
  }
}

export const forgetSearch = (): Promise<void> => {
  forgets += 1
  return inSession((session) => session.remove(KEY))
}

type Asker = Pick<SearchedPage["input"], "plugin" | "account" | "subject">

const isNextOf = ({ input }: SearchedPage, before: SearchedPage | undefined): boolean =>
  JSON.stringify(input.next) === JSON.stringify(before?.output.next ?? undefined)

/** The pages of the last search, oldest first, if it started from this record with this account. */
export const lastSearch = async (by: Asker): Promise<ReadonlyArray<SearchedPage>> => {
  const search: Array<SearchedPage> = []
  for (const page of (await stored()) ?? []) {
    const { plugin, account, subject } = page.input
    if (plugin !== by.plugin || account !== by.account || subject !== by.subject) continue
    // Of two popups, one may have begun another search while the other asked for a next page, or both for the same one.
    if (isNextOf(page, search.at(-1))) search.push(page)
  }
  return search
}

/** Calls `tell` whenever a page has arrived, for whichever popup. Returns how to stop. */
export const onPage = (tell: () => void): (() => void) => {
  const { onChanged } = chrome.storage.session
  const listen = (changes: Readonly<Record<string, unknown>>) => {
    if (KEY in changes) tell()
  }
  onChanged.addListener(listen)
  return () => onChanged.removeListener(listen)
}

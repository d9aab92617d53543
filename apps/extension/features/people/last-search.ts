/**
 * The pages of the last people search. Each was paid for, so they are kept in memory until the browser ends: a popup
 * closes with a click beside it, also while the provider is still searching.
 */
import type { SeenPrice } from "../enrich/requests.ts"
import type { PeopleRequests } from "./requests.ts"

type Search = PeopleRequests["people"]

export interface SearchedPage {
  readonly input: Omit<Search["input"], keyof SeenPrice>
  readonly output: Search["output"]
}

const KEY = "people"

type Stored = { readonly [KEY]?: ReadonlyArray<SearchedPage> }

const stored = async (): Promise<ReadonlyArray<SearchedPage>> =>
  (await chrome.storage.session.get<Stored>(KEY))[KEY] ?? []

let forgets = 0

/** How often this worker has forgotten a search. */
export const forgetCount = (): number => forgets

/**
 * Called by the worker when a search begins. Returns how to keep its page, unless something is forgotten meanwhile. The
 * first page of a search replaces the search before it. Without storage, does nothing.
 */
export const pageKeeper = () => {
  const before = forgets
  return async (page: SearchedPage): Promise<void> => {
    if (before !== forgets) return
    try {
      await chrome.storage.session.set({ [KEY]: [...(page.input.next ? await stored() : []), page] })
    } catch {}
  }
}

export const forgetSearch = async (): Promise<void> => {
  forgets += 1
  try {
    await chrome.storage.session.remove(KEY)
  } catch {}
}

type Asker = Pick<SearchedPage["input"], "plugin" | "account" | "subject">

const isNextOf = ({ input }: SearchedPage, before: SearchedPage | undefined): boolean =>
  JSON.stringify(input.next) === JSON.stringify(before?.output.next ?? undefined)

/** The pages of the last search, oldest first, if it started from this record with this account. Never fails. */
export const lastSearch = async (by: Asker): Promise<ReadonlyArray<SearchedPage>> => {
  const search: Array<SearchedPage> = []
  for (const page of await stored().catch(() => [])) {
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

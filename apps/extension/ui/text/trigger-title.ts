/**
 * The title of a trigger: in the language of the page if there is a translation, otherwise in the hub's English. Pure.
 */
import { seenTitles, triggerTitles } from "../../locales/trigger-titles.ts"

/** Derives the hub's title from the id, which is made of it: `codehost_new_issue` is "New issue". */
const englishTitle = (id: string): string => {
  const words = id.replace(/^[a-z]+_/, "").replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** By id: titles of triggers, and of events in repositories that this browser watches. */
const titles: Readonly<Record<string, string>> = { ...triggerTitles, ...seenTitles }

/** @param english as the hub writes it */
export const triggerTitle = (id: string, english = englishTitle(id)): string =>
  Object.hasOwn(titles, id) ? (titles[id] ?? english) : english

/** Whether a subscription's name is only its trigger's title, in English or in the page's language. */
export const isTitleOf = (name: string, id: string): boolean =>
  [englishTitle(id), triggerTitle(id)].some((title) => title.toLowerCase() === name.toLowerCase())

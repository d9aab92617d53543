/** What a trigger is called, in the language of the page where it has a title there, or else in the hub's English. Pure. */
import { seenTitles, triggerTitles } from "../../locales/trigger-titles.ts"

/** The hub's title by its id, which is made of it: `codehost_new_issue` is "New issue". */
const englishTitle = (id: string): string => {
  const words = id.replace(/^[a-z]+_/, "").replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** By id: of triggers, and of what is seen in a repository that is watched from here. */
const titles: Readonly<Record<string, string>> = { ...triggerTitles, ...seenTitles }

/** @param english as the hub writes it */
export const triggerTitle = (id: string, english = englishTitle(id)): string =>
  Object.hasOwn(titles, id) ? (titles[id] ?? english) : english

/** Whether a subscription's name is no more than its trigger's title, in English or in the page's language. */
export const isTitleOf = (name: string, id: string): boolean =>
  [englishTitle(id), triggerTitle(id)].some((title) => title.toLowerCase() === name.toLowerCase())

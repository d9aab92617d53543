/** What injected scripts leave in their tab: the one function that draws cards there, and the words of one language. */
import type { PageCard } from "../../messaging/subject.ts"
import type { CardLanguage } from "./words.ts"

declare global {
  /** The worker calls this by `scripting.executeScript`; true when the card stands in the page, and `null` takes it out. */
  var inlayCard: ((data: PageCard | null) => boolean) | undefined
  var inlayWords: CardLanguage | undefined
}

/** The words of the cards that are drawn from now on. */
export const speak = (language: CardLanguage): void => {
  globalThis.inlayWords = language
}

/** The first to come stays until the page is loaded anew: two of them would draw two cards. */
export const define = (draw: (data: PageCard | null, language: CardLanguage) => boolean): void => {
  // Not `??=`: an element that the page has named so would pass for it.
  if (Object.hasOwn(globalThis, "inlayCard")) return
  globalThis.inlayCard = (data) => {
    const language = Object.hasOwn(globalThis, "inlayWords") ? globalThis.inlayWords : undefined
    return language !== undefined && draw(data, language)
  }
}

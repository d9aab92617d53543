/**
 * The globals that injected scripts define in their tab: the function that draws cards, and the words of one language.
 */
import type { PageCard } from "../../messaging/subject.ts"
import type { CardLanguage } from "./words.ts"

/** Whether a card is in the page; `unseen` if it is behind something of the page, or the page removed it at once. */
export type DrawResult = "drawn" | "unseen" | false

declare global {
  /** Called by the worker through `scripting.executeScript`. `null` removes the card. */
  var inlayCard: ((data: PageCard | null) => Promise<DrawResult>) | undefined
  var inlayWords: CardLanguage | undefined
}

/** Sets the words of the cards that are drawn from now on. */
export const speak = (language: CardLanguage): void => {
  globalThis.inlayWords = language
}

const spoken = (): CardLanguage | undefined =>
  Object.hasOwn(globalThis, "inlayWords") ? globalThis.inlayWords : undefined

/** Formats a first text while the provider is still asked: a page's first date costs 25 ms. */
const rehearse = ({ words: { card, money, moment } }: CardLanguage): void => {
  const now = new Date().toISOString()
  card.provenance(money.charged(1), moment(now), now)
}

/** The first definition stays until the page is reloaded, because two of them would draw two cards. */
export const define = (draw: (data: PageCard | null, language: CardLanguage) => (() => DrawResult) | false): void => {
  // Not `??=`, which would accept an element that the page has given this name.
  if (Object.hasOwn(globalThis, "inlayCard")) return
  const language = spoken()
  if (language !== undefined) rehearse(language)
  globalThis.inlayCard = async (data) => {
    const latest = spoken()
    const look = latest !== undefined && draw(data, latest)
    // The page's observers run first, which may remove what they do not know.
    await Promise.resolve()
    return look && look()
  }
}

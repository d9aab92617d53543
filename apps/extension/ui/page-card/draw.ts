/**
 * Draws the card in the page: facts, and buttons that copy them. Nothing in it costs money, because a page can place a
 * decoy over anything that it contains.
 */
import { shownValue, type CardRow } from "@inlay/agent-plugin/Card"
import { addressParts } from "@inlay/ui/text/address-parts"
import { visible } from "@inlay/ui/text/visible"
import { showFullOnHover } from "@inlay/ui/text/whole"

import { directionOf } from "../../locales/languages.ts"
import type { PageCard } from "../../messaging/subject.ts"
import { cardIn } from "../text/card-in.ts"
import { isAbout } from "./about.ts"
import { copyButton, mayCopy } from "./copy.ts"
import type { DrawResult } from "./define.ts"
import { mover } from "./move.ts"
import { button, isConnected, make, say, stand } from "./stand.ts"
import type { CardLanguage, CardWords } from "./words.ts"

import ownCss from "./page-card.css?inline"
import cardCss from "@inlay/ui/styles/card.css?inline"

const rowOf = (row: CardRow, words: CardWords): HTMLElement => {
  const { label, kind, detail, mark } = row
  const text = visible(shownValue(row, words.number), kind)
  const view =
    kind === "email"
      ? make("span", "value", ...addressParts(text).map((part) => make("span", "part", part)))
      : make("span", "value", text)
  view.dir = kind === "text" ? "auto" : "ltr"
  view.addEventListener("pointerenter", () => showFullOnHover(view, text))
  const isWarning = mark?.tone === "danger" || mark?.tone === "warning"
  const markView = mark && isWarning ? [make("span", `mark ${mark.tone}`, mark.text)] : []
  const remark =
    mark === undefined || isWarning
      ? []
      : [make("dd", `remark ${mark.tone}`, `${mark.tone === "good" ? "✓ " : ""}${mark.text}`)]
  return make(
    "div",
    `row ${mark?.tone === "danger" ? "listed" : ""}`,
    make("dt", detail === undefined ? "what" : "unseen", label),
    make("dd", "main", view, ...markView),
    ...(detail === undefined ? [] : [make("dd", "what", detail)]),
    ...remark,
    ...(mayCopy() ? [make("dd", "copy", copyButton(row, words.card))] : [])
  )
}

/** When the popup has closed, and a screen reader has said where the focus went. */
const ANNOUNCED_AFTER_MILLIS = 1000

/**
 * Says that the card is there. The text follows later: a region that comes with its text is read by few. A timer that
 * outlived the card would hold it.
 */
const announcement = (text: string, end: AbortSignal): HTMLElement => {
  const region = make("p", "unseen")
  region.role = "status"
  const timer = setTimeout(() => say(region, text), ANNOUNCED_AFTER_MILLIS)
  end.addEventListener("abort", () => clearTimeout(timer))
  return region
}

const content = (
  { card: record, charged }: PageCard,
  { language, words: all }: CardLanguage,
  host: HTMLElement,
  end: AbortController
): HTMLElement => {
  const remove = () => end.abort()
  const { card: words, money, moment, recordText } = all
  const card = cardIn(record, recordText)
  const body = make(
    "div",
    "body",
    ...card.sections.flatMap(({ title, rows }) => [
      ...(title === "" ? [] : [make("h3", "section-title", title)]),
      make("dl", "rows", ...rows.map((row) => rowOf(row, all)))
    ]),
    make("p", "cost", words.provenance(money.charged(charged), moment(card.fetchedAt), card.checkedOn))
  )
  const fold = button(words.details, "–", () => {
    body.hidden = !body.hidden
    fold.setAttribute("aria-expanded", String(!body.hidden))
    say(fold, body.hidden ? "+" : "–")
  })
  fold.setAttribute("aria-expanded", "true")
  const heading = make("div", "who", make("h2", "name", card.title))
  if (card.subtitle !== "") heading.append(make("p", "role", card.subtitle))
  const notices = card.notices
    .toSorted((a, b) => Number(b.tone === "danger") - Number(a.tone === "danger"))
    .map(({ tone, text }) => make("p", `notice ${tone}`, text))
  const move = mover(host)
  const head = make(
    "header",
    "head",
    heading,
    button(words.move, "⇄", move.toOtherSide),
    fold,
    button(words.close, "×", remove)
  )
  head.addEventListener("pointerdown", move.drag)
  const surface = make(
    "section",
    "surface",
    head,
    ...(notices.length > 0 ? [make("div", "card-notices", ...notices)] : []),
    body,
    announcement(`${card.title}: ${words.region}`, end.signal)
  )
  surface.setAttribute("aria-label", words.region)
  surface.lang = language
  surface.dir = directionOf(language)
  surface.tabIndex = -1
  // Keys pressed in the card do not reach the page's shortcuts, except those that listen in the capture phase, which
  // run first.
  for (const type of ["keydown", "keypress", "keyup"])
    surface.addEventListener(type, (event) => event.stopPropagation())
  surface.addEventListener("keydown", ({ key }) => (key === "Escape" ? remove() : undefined))
  return surface
}

const css = cardCss + ownCss

/** A height within the head, which is what has to be seen. */
const HEAD_PX = 16

/**
 * Whether something of the page is in front of the card: a modal dialog, a popover or an element in full screen, which
 * no other element can cover. A page that transforms its root may also have the card outside of the window, and one that
 * watches its nodes may have removed it.
 */
const isCovered = (host: Element): boolean => {
  const { left, top, width } = host.getBoundingClientRect()
  return document.elementFromPoint(left + width / 2, top + HEAD_PX) !== host
}

let current: AbortController | undefined

/**
 * Draws a card in place of the previous one. The card is removed as soon as the page is about somebody else, and for
 * good if the page removes or moves it: the page is then left with an empty element.
 * @param data `null` for no card
 * @param language the card's language, with its words
 * @returns looks whether the card is seen; false if the page has moved on since the answer was requested
 */
export const draw = (data: PageCard | null, language: CardLanguage): (() => DrawResult) | false => {
  current?.abort()
  if (data === null || !isAbout(data.subject, location.pathname)) return false
  const { host, life } = stand(
    css,
    (into, end) => content(data, language, into, end),
    () => isAbout(data.subject, location.pathname) && isConnected()
  )
  // A page that the browser has kept may come back long after its person was forgotten.
  addEventListener("pageshow", ({ persisted }) => persisted && life.abort(), { signal: life.signal })
  current = life
  return () => (isCovered(host) ? "unseen" : "drawn")
}

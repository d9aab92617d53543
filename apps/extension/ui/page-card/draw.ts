/**
 * A card in the page: facts, and buttons that copy them. It stands in a closed root on a bare element beside the page's own
 * tree, so that the page can neither read it, restyle it, nor break over it; and whatever costs money is elsewhere, because a
 * page can lay a decoy over anything that it hosts.
 *
 * Its words stand in attributes that its sheet draws, never in markup, links or text nodes: in a closed root too, text is
 * what `window.find` tells of and `getSelection` gives away.
 */
import type { CardRow } from "@inlay/agent-plugin/Card"
import { addressParts } from "@inlay/ui/text/address-parts"
import { visible } from "@inlay/ui/text/visible"
import { showWhole } from "@inlay/ui/text/whole"

import { directionOf } from "../../locales/languages.ts"
import type { PageCard } from "../../messaging/subject.ts"
import { cardIn } from "../text/card-in.ts"
import { isAbout } from "./about.ts"
import { copyButton, mayCopy } from "./copy.ts"
import { mover } from "./move.ts"
import { isDark } from "./scheme.ts"
import type { CardLanguage, CardWords } from "./words.ts"

import ownCss from "./page-card.css?inline"
import cardCss from "@inlay/ui/styles/card.css?inline"
import tokensCss from "@inlay/ui/styles/tokens.css?inline"

type Child = Node | string

const say = (element: Element, text: string) => element.setAttribute("data-text", visible(text))

const make = <K extends keyof HTMLElementTagNameMap>(tag: K, className: string, ...children: ReadonlyArray<Child>) => {
  const element = document.createElement(tag)
  element.className = className
  for (const child of children) {
    if (typeof child === "string") say(element, child)
    else element.append(child)
  }
  return element
}

const button = (label: string, text: string, onClick: () => void): HTMLButtonElement => {
  const element = make("button", "tool", text)
  element.type = "button"
  element.setAttribute("aria-label", label)
  element.addEventListener("click", onClick)
  return element
}

const rowOf = (row: CardRow, words: CardWords): HTMLElement => {
  const { label, value, kind, detail, mark } = row
  const text = visible(value, kind)
  const view =
    kind === "email"
      ? make("span", "value", ...addressParts(text).map((part) => make("span", "part", part)))
      : make("span", "value", text)
  view.dir = kind === "text" ? "auto" : "ltr"
  view.addEventListener("pointerenter", () => showWhole(view, text))
  const isWarning = mark?.tone === "danger" || mark?.tone === "warning"
  const markView = mark && isWarning ? [make("span", `mark ${mark.tone}`, mark.text)] : []
  const remark =
    mark === undefined || isWarning
      ? []
      : [make("dd", `remark ${mark.tone}`, `${mark.tone === "good" ? "✓ " : ""}${mark.text}`)]
  return make(
    "div",
    `row ${mark?.tone === "danger" ? "listed" : ""}`,
    make("dt", "what", detail ?? label),
    make("dd", "main", view, ...markView),
    ...remark,
    ...(mayCopy() ? [make("dd", "copy", copyButton(row, words.card))] : [])
  )
}

const content = (
  { card: record, charged }: PageCard,
  { language, words: all }: CardLanguage,
  host: HTMLElement,
  remove: () => void
): HTMLElement => {
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
    `surface ${isDark() ? "dark" : "light"}`,
    head,
    ...(notices.length > 0 ? [make("div", "card-notices", ...notices)] : []),
    body
  )
  surface.setAttribute("aria-label", words.region)
  surface.lang = language
  surface.dir = directionOf(language)
  surface.tabIndex = -1
  // Keys pressed in the card are the card's: the page's shortcuts do not hear them, except those that listen in capture,
  // which come first.
  for (const type of ["keydown", "keypress", "keyup"])
    surface.addEventListener(type, (event) => event.stopPropagation())
  surface.addEventListener("keydown", ({ key }) => (key === "Escape" ? remove() : undefined))
  return surface
}

/** By the element's own style, since a sheet in the root yields to what the page says of every `div`. */
const HOST =
  "position:fixed;inset:auto 16px 16px auto;z-index:2147483647;display:block;visibility:visible;opacity:1;margin:0;padding:0;border:0;width:auto;height:auto;min-width:0;max-width:none;min-height:0;max-height:none;background:none;transform:none;filter:none;clip-path:none;float:none"

const css = tokensCss + cardCss + ownCss

const style = (root: ShadowRoot) => {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [sheet]
  } catch {
    // Firefox does not let a content script assign sheets (bug 1928865).
    const inline = document.createElement("style")
    inline.textContent = css
    root.append(inline)
  }
}

/** A page can keep every event from us, and older browsers have none: what no event tells is found by looking. */
const LOOK_MILLIS = 250

/** Calls `look` at every change of the page's address, and now and then, until the signal ends. */
const watch = (look: () => void, signal: AbortSignal) => {
  addEventListener("popstate", look, { signal })
  addEventListener("hashchange", look, { signal })
  if ("navigation" in globalThis) navigation.addEventListener("currententrychange", look, { signal })
  const timer = setInterval(look, LOOK_MILLIS)
  signal.addEventListener("abort", () => clearInterval(timer))
}

let current: AbortController | undefined

/**
 * Draws a card in place of the one before it. It goes at once when the page is about somebody else, and for good when
 * the page takes it out or puts it elsewhere: what a page keeps of it then is an empty element.
 * @param data `null` for no card
 * @param language that it is drawn in, with its words
 * @returns whether it stands there; not when the page has moved on since the answer was asked for
 */
export const draw = (data: PageCard | null, language: CardLanguage): boolean => {
  current?.abort()
  if (data === null || !isAbout(data.subject, location.pathname)) return false
  const life = new AbortController()
  const host = document.createElement("div")
  const root = host.attachShadow({ mode: "closed" })
  style(root)
  root.append(content(data, language, host, () => life.abort()))
  host.style.cssText = HOST.replaceAll(/;|$/g, "!important;")
  life.signal.addEventListener("abort", () => {
    host.remove()
    root.replaceChildren()
  })
  const stands = () => host.parentNode === document.documentElement && isAbout(data.subject, location.pathname)
  watch(() => (stands() ? undefined : life.abort()), life.signal)
  document.documentElement.append(host)
  current = life
  return true
}

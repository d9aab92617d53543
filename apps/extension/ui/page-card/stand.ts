/**
 * Places content in a page that is not ours: an element with a closed root beside the page's own tree, so that the page
 * can neither read it, restyle it, nor break its layout. Its words are in attributes that its style sheet draws, never
 * in markup, links or text nodes: even in a closed root, `window.find` and `getSelection` reveal text.
 */
import { visible } from "@inlay/ui/text/visible"

import { darkness } from "./scheme.ts"

import ownCss from "./stand.css?inline"
import tokensCss from "@inlay/ui/styles/tokens.css?inline"

type Child = Node | string

export const say = (element: Element, text: string) => element.setAttribute("data-text", visible(text))

export const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: ReadonlyArray<Child>
) => {
  const element = document.createElement(tag)
  element.className = className
  for (const child of children) {
    if (typeof child === "string") say(element, child)
    else element.append(child)
  }
  return element
}

export const button = (label: string, text: string, onClick: () => void): HTMLButtonElement => {
  const element = make("button", "icon-button", text)
  element.type = "button"
  element.setAttribute("aria-label", label)
  element.addEventListener("click", onClick)
  return element
}

/** In Firefox, content is only seen as long as its extension runs: `keepVisible` of `browser/page-style.ts` says why. */
const DISPLAY = import.meta.env.FIREFOX ? "var(--inlay,none)" : "block"

/** Set in the element's own style, because a style sheet in the root yields to the page's rules for `div`. */
const HOST = `position:fixed;inset:auto 16px 16px auto;z-index:2147483647;display:${DISPLAY};visibility:visible;opacity:1;margin:0;padding:0;border:0;width:auto;height:auto;min-width:0;max-width:none;min-height:0;max-height:none;background:none;transform:none;filter:none;clip-path:none;float:none`

const style = (root: ShadowRoot, css: string) => {
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

/** A page can suppress every event, and older browsers send none, so the address is also polled. */
const LOOK_MILLIS = 250

/** Calls `look` at every change of the page's address, and at intervals, until the signal aborts. */
export const watch = (look: () => void, signal: AbortSignal) => {
  addEventListener("popstate", look, { signal })
  addEventListener("hashchange", look, { signal })
  if ("navigation" in globalThis) navigation.addEventListener("currententrychange", look, { signal })
  const timer = setInterval(look, LOOK_MILLIS)
  signal.addEventListener("abort", () => clearInterval(timer))
}

/**
 * Whether this script still belongs to an extension: not after that was updated, switched off or removed. Nothing could
 * remove the script's content any more, and the extension would draw the same content over it.
 */
export const isConnected = (): boolean => chrome.runtime?.id !== undefined

interface Stand {
  readonly host: Element
  readonly life: AbortController
}

/**
 * Places content in the page until it is aborted, or the page removes it, moves it or navigates on: the page is then
 * left with an empty element.
 * @param isHere whether the page still shows the content's subject
 */
export const stand = (
  css: string,
  content: (host: HTMLElement, life: AbortController) => HTMLElement,
  isHere: () => boolean
): Stand => {
  const life = new AbortController()
  const host = document.createElement("div")
  const root = host.attachShadow({ mode: "closed" })
  const surface = content(host, life)
  const isDark = darkness()
  style(root, tokensCss + ownCss + css)
  root.append(surface)
  host.style.cssText = HOST.replaceAll(/;|$/g, "!important;")
  life.signal.addEventListener("abort", () => {
    host.remove()
    root.replaceChildren()
  })
  const look = () => {
    if (host.parentNode !== document.documentElement || !isHere()) return life.abort()
    // A page, like a system, may turn dark at any time.
    surface.classList.toggle("dark", isDark())
  }
  watch(look, life.signal)
  document.documentElement.append(host)
  look()
  return { host, life }
}

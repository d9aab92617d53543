// The router: a click on an internal link changes the URL, shows a skeleton, fetches the page's JSON and renders it,
// without loading a document.

import { bar } from "./bar.js"
import { missing, render, skeleton } from "./views.js"

const main = document.querySelector("#main")
const pauseMillis = 80
let current = 0

/** Registers the page's own elements, so that the probe can distinguish them from elements that others insert. */
const own = (nodes) => {
  for (const node of nodes) globalThis.__pageNodes?.add(node)
  return nodes
}

const isInner = (url) => url.origin === location.origin && /^\/(in|company)(\/|$)/.test(url.pathname)

const dataAddress = ({ pathname, search }) => {
  const [section, slug] = pathname.split("/").filter(Boolean)
  return slug === undefined ? `/${section ?? "in"}.json${search}` : `/${section}/${slug}.json`
}

const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMillis))

const load = async (url) => {
  const response = await fetch(dataAddress(url), { headers: { accept: "application/json" } })
  return response.json()
}

const markNavigation = () => {
  for (const link of document.querySelectorAll("nav a")) {
    const here = location.pathname.startsWith(link.pathname)
    if (here) link.setAttribute("aria-current", "page")
    else link.removeAttribute("aria-current")
  }
}

const show = async (url, soft) => {
  current += 1
  const mine = current
  main.setAttribute("aria-busy", "true")
  main.replaceChildren(...own(skeleton()))
  markNavigation()
  const [view] = await Promise.all([
    load(url).catch(() => ({ kind: "missing", name: "Page not found" })),
    soft ? pause() : null
  ])
  if (mine !== current) return
  document.title = `${view.name} | Profilenet`
  document.querySelector("link[rel=canonical]").href = url.pathname
  main.replaceChildren(...own(view.kind === "missing" ? missing() : render(view)))
  main.removeAttribute("aria-busy")
}

const go = async (url) => {
  history.replaceState({ scroll: scrollY }, "")
  history.pushState({ scroll: 0 }, "", url)
  scrollTo(0, 0)
  await show(url, true)
  main.focus({ preventScroll: true })
}

addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (link === null || !plain || event.defaultPrevented) return
  const url = new URL(link.href)
  if (!isInner(url)) return
  event.preventDefault()
  void go(url)
})

addEventListener("popstate", ({ state }) => {
  void show(new URL(location.href), true).then(() => scrollTo(0, state?.scroll ?? 0))
})

document
  .querySelector("header")
  .append(
    ...own([
      bar((query) => void go(new URL(query === "" ? "/in" : `/in?q=${encodeURIComponent(query)}`, location.href)))
    ])
  )
void show(new URL(location.href), false)

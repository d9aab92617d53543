// Client-side navigation, as on real code hosts: a click on a link within the repository fetches the next page and
// replaces the main part, without loading a new document. The browser handles forms and all other clicks.

const policy = globalThis.trustedTypes?.createPolicy("codeyard", { createHTML: (text) => text })
const inner = /^\/repo\/[^/]+\/[^/]+/
let current = 0

const parse = (text) => new DOMParser().parseFromString(policy?.createHTML(text) ?? text, "text/html")

const show = async (url) => {
  current += 1
  const mine = current
  document.querySelector("#main").setAttribute("aria-busy", "true")
  const response = await fetch(url, { headers: { accept: "text/html" } })
  const next = parse(await response.text())
  if (mine !== current) return false
  document.title = next.title
  document.querySelector("link[rel=canonical]")?.remove()
  const canonical = next.querySelector("link[rel=canonical]")
  if (canonical !== null) document.head.append(document.adoptNode(canonical))
  document.querySelector("#main").replaceWith(document.adoptNode(next.querySelector("#main")))
  dispatchEvent(new Event("codeyard:navigated"))
  return true
}

const go = async (url, scroll) => {
  const isShown = await show(url).catch(() => {
    location.assign(url)
    return false
  })
  if (isShown) scrollTo(0, scroll)
}

addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  if (link === null || !plain || event.defaultPrevented) return
  const url = new URL(link.href)
  if (url.origin !== location.origin || !inner.test(url.pathname)) return
  event.preventDefault()
  history.replaceState({ scroll: scrollY }, "")
  history.pushState({ scroll: 0 }, "", url)
  void go(url, 0).then(() => document.querySelector("#main").focus({ preventScroll: true }))
})

addEventListener("popstate", ({ state }) => void go(new URL(location.href), state?.scroll ?? 0))

// Does what a hostile page does to detect an extension. Writes its findings to `window.__probe` and
// `<output id="probe">`. Extension ids to try: `?probe=1&id=<extension id>` (may be repeated).

;(() => {
  const findings = []
  const output = document.querySelector("#probe")
  window.__probe = findings
  window.__pageNodes = new WeakSet()

  const report = (kind, detail) => {
    findings.push({ kind, detail, at: Math.round(performance.now()) })
    output.textContent = JSON.stringify(findings)
  }

  // 1. Resources that an extension may have made web-accessible.
  const paths = [
    "manifest.json",
    "page-card.js",
    "popup.html",
    "options.html",
    "welcome.html",
    "icon/16.png",
    "icon/128.png"
  ]
  const tryResources = async (ids) => {
    for (const id of ids) {
      for (const scheme of ["chrome-extension", "moz-extension"]) {
        for (const path of paths) {
          const address = `${scheme}://${id}/${path}`
          await fetch(address).then(
            () => report("resource", address),
            () => undefined
          )
        }
      }
    }
    window.__probeResourcesTried = true
  }
  void tryResources(new URLSearchParams(location.search).getAll("id"))

  // 2. Messages and events that a content script may send.
  addEventListener("message", ({ data, origin }) => {
    report("message", { origin, data: typeof data === "string" ? data : JSON.stringify(data) })
  })
  const eventNames = [
    "inlay",
    "inlay:open",
    "inlay:close",
    "inlay:ready",
    "inlay-ready",
    "inlay-card",
    "extension",
    "extension-ready"
  ]
  for (const name of eventNames) document.addEventListener(name, () => report("event", name), true)

  // 3. Elements that the page did not create.
  const describe = (element) => ({
    tag: element.localName,
    id: element.id,
    class: element.getAttribute("class"),
    attributes: element.getAttributeNames(),
    parent: element.parentElement?.localName ?? null,
    shadowRoot: element.shadowRoot === null ? null : "open",
    text: (element.textContent ?? "").slice(0, 200),
    size: [element.clientWidth, element.clientHeight]
  })
  const extensionAddress = /(?:chrome|moz)-extension:/
  const look = (element) => {
    if (window.__pageNodes.has(element)) return
    const open = element.shadowRoot !== null
    report("node", describe(element))
    for (const inner of [element, ...element.querySelectorAll("*")]) {
      if (inner.shadowRoot !== null) report("shadow", describe(inner))
      for (const name of inner.getAttributeNames()) {
        if (extensionAddress.test(inner.getAttribute(name))) report("address", { tag: inner.localName, name })
      }
    }
    // A card's shadow root may be attached after its host is added.
    setTimeout(() => {
      if (element.shadowRoot !== null && !open) report("shadow", describe(element))
    }, 250)
  }
  new MutationObserver((records) => {
    for (const { addedNodes, attributeName, target, type } of records) {
      if (type === "attributes") {
        const root = target === document.documentElement || target === document.body
        if (root) report("attribute", { tag: target.localName, name: attributeName })
      }
      for (const node of addedNodes) if (node instanceof Element) look(node)
    }
  }).observe(document, { childList: true, subtree: true, attributes: true })

  // 4. Traces in the page's main world.
  Element.prototype.attachShadow = new Proxy(Reflect.get(Element.prototype, "attachShadow"), {
    apply: (attach, element, [init]) => {
      report("attachShadow", { tag: element.localName, mode: init.mode })
      return Reflect.apply(attach, element, [init])
    }
  })
  new PerformanceObserver((entries) => {
    for (const { name } of entries.getEntries()) if (extensionAddress.test(name)) report("timing", name)
  }).observe({ type: "resource", buffered: true })
  const globals = new Set(Object.getOwnPropertyNames(window))
  const expected = new Set(["__probe", "__pageNodes", "__probeResourcesTried"])
  let sheets = document.adoptedStyleSheets.length
  setInterval(() => {
    for (const name of Object.getOwnPropertyNames(window)) {
      if (globals.has(name) || expected.has(name)) continue
      globals.add(name)
      report("global", name)
    }
    if (document.adoptedStyleSheets.length !== sheets) {
      sheets = document.adoptedStyleSheets.length
      report("styleSheets", sheets)
    }
  }, 200)
})()

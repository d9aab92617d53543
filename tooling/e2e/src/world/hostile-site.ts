/**
 * A profile site that attacks the extension: its pages patch functions that a script could use, record everything that
 * reaches them, and try to read what they must not. It has a strict policy with Trusted Types, whose violations are
 * reported to it.
 */
import { startServer, type Server } from "./server.ts"

declare global {
  /** Everything that reached the page's own scripts, as text. */
  var heard: Array<string>
  /** Patches the functions that an extension's script could call, in the page's world. */
  var patch: () => void
  /**
   * Tries every way to read what is drawn, and returns the results. `guesses` are texts that a page would search for.
   */
  var steal: (guesses: ReadonlyArray<string>) => ReadonlyArray<string>
}

/** Runs in the page before anything else, from its source text. */
const recorder = (): void => {
  globalThis.heard = []
  const { stringify } = JSON
  const visitedObjects = new WeakSet<object>()
  let hearing = false
  const hear = (kind: string, ...what: ReadonlyArray<unknown>): void => {
    // Recording uses functions that are patched themselves.
    if (hearing) return
    hearing = true
    const texts = what.map((one) => {
      if (one instanceof Element) return one.outerHTML
      if (one instanceof Error) return `${one.message} ${one.stack}`
      if (typeof one !== "object" || one === null) return String(one)
      if (visitedObjects.has(one)) return "again"
      visitedObjects.add(one)
      try {
        return stringify(one)
      } catch {
        return "unreadable"
      }
    })
    globalThis.heard.push([kind, ...texts].join(" "))
    hearing = false
  }
  const wrap = (owner: object, name: string): void => {
    const original: unknown = Reflect.get(owner, name)
    if (typeof original !== "function") return
    Reflect.set(
      owner,
      name,
      new Proxy(original, {
        apply: (target, self, args: Array<unknown>) => {
          hear(name, ...args)
          const result: unknown = Reflect.apply(target, self, args)
          if (result instanceof ShadowRoot) hear("root", result.innerHTML)
          return result
        }
      })
    )
  }
  const wrapSetter = (owner: object, name: string): void => {
    const property = Object.getOwnPropertyDescriptor(owner, name)
    const setter: unknown = property && Reflect.get(property, "set")
    if (property === undefined || typeof setter !== "function") return
    const heardSet = function (this: unknown, value: unknown): void {
      hear(name, value)
      Reflect.apply(setter, this, [value])
    }
    Object.defineProperty(owner, name, { ...property, set: heardSet })
  }
  globalThis.patch = () => {
    const methods: ReadonlyArray<readonly [object, ReadonlyArray<string>]> = [
      [Element.prototype, ["attachShadow", "append", "replaceChildren", "remove", "setAttribute", "addEventListener"]],
      [Node.prototype, ["appendChild", "insertBefore", "removeChild"]],
      [ShadowRoot.prototype, ["append", "replaceChildren"]],
      [EventTarget.prototype, ["addEventListener", "dispatchEvent"]],
      [Document.prototype, ["createElement", "createTextNode", "importNode", "adoptNode"]],
      [CSSStyleSheet.prototype, ["replace", "replaceSync", "insertRule"]],
      [CustomElementRegistry.prototype, ["define", "upgrade"]],
      [History.prototype, ["pushState", "replaceState"]],
      [Promise.prototype, ["then"]],
      [JSON, ["parse", "stringify"]],
      [Object, ["defineProperty", "assign", "entries"]],
      [Array.prototype, ["map", "join", "flatMap"]],
      [String.prototype, ["replaceAll", "normalize"]],
      [globalThis, ["setTimeout", "setInterval", "fetch", "postMessage", "matchMedia", "getComputedStyle"]]
    ]
    for (const [owner, names] of methods) for (const name of names) wrap(owner, name)
    for (const owner of [Document.prototype, ShadowRoot.prototype]) wrapSetter(owner, "adoptedStyleSheets")
    for (const name of ["className", "innerHTML"]) wrapSetter(Element.prototype, name)
    wrapSetter(Node.prototype, "textContent")
  }
  Reflect.set(Error, "prepareStackTrace", (error: Error, sites: ReadonlyArray<object>) => {
    hear("stack", error, ...sites.map(String))
    return error.message
  })
  for (const type of ["message", "storage", "error", "unhandledrejection", "focusin", "keydown", "copy", "click"]) {
    const tell = (event: Event): void =>
      hear(type, Reflect.get(event, "data"), Reflect.get(event, "error"), event.target, ...event.composedPath())
    addEventListener(type, tell, true)
  }
  addEventListener("securitypolicyviolation", ({ violatedDirective, sourceFile, sample }) =>
    hear("violation", violatedDirective, sourceFile, sample)
  )
  new MutationObserver((records) => {
    for (const { addedNodes, attributeName, target } of records) {
      if (attributeName !== null) hear("attribute", attributeName, target)
      for (const node of addedNodes) hear("node", node, Reflect.get(node, "shadowRoot"))
    }
  }).observe(document, { childList: true, subtree: true, attributes: true })
  for (const type of PerformanceObserver.supportedEntryTypes) {
    new PerformanceObserver((list) => hear(type, ...list.getEntries())).observe({ type, buffered: true })
  }
  Reflect.construct(Reflect.get(globalThis, "ReportingObserver"), [
    (reports: ReadonlyArray<object>) => hear("report", ...reports),
    { buffered: true }
  ]).observe()

  globalThis.steal = (guesses) => {
    const texts: Array<string> = []
    const selection = getSelection()
    const root = document.documentElement
    const host = root.lastElementChild
    const take = (): void => void texts.push(String(selection))
    const find: unknown = Reflect.get(globalThis, "find")
    for (const guess of guesses) {
      selection?.removeAllRanges()
      if (typeof find === "function" && find(guess) === true) texts.push(guess)
      take()
    }
    for (const command of ["selectAll", "copy", "cut"]) {
      document.execCommand(command)
      take()
    }
    selection?.selectAllChildren(root)
    take()
    for (const granularity of ["line", "documentboundary"]) {
      selection?.collapse(root, root.childNodes.length)
      selection?.modify("extend", "backward", granularity)
      take()
      selection?.collapse(document.body, 0)
      for (let times = 0; times < 40; times++) selection?.modify("extend", "forward", granularity)
      take()
    }
    selection?.removeAllRanges()
    texts.push(root.innerText, root.getHTML({ serializableShadowRoots: true }), host?.shadowRoot?.innerHTML ?? "")
    for (const read of [
      () => host?.attachShadow({ mode: "open" }).innerHTML,
      () => host instanceof HTMLElement && host.attachInternals().shadowRoot?.innerHTML,
      () => host?.cloneNode(true) instanceof Element && host.innerHTML,
      () => new XMLSerializer().serializeToString(document),
      () => document.getAnimations().map(String).join(),
      () => [...document.querySelectorAll("*")].map((one) => one.shadowRoot?.innerHTML).join(),
      () => stringify(Object.getOwnPropertyNames(globalThis))
    ]) {
      try {
        texts.push(String(read()))
      } catch (error) {
        texts.push(String(error))
      }
    }
    const box = host?.getBoundingClientRect() ?? new DOMRect()
    for (let y = box.top + 4; y < box.bottom; y += 12) {
      const at = document.caretPositionFromPoint(box.left + 120, y)
      texts.push(String(at?.offsetNode.nodeValue), String(document.elementsFromPoint(box.left + 120, y).map(String)))
    }
    return texts
  }
}

/**
 * Fonts for every named family that a card could use, one for each letter, so that the fonts requested would reveal the
 * card's text.
 */
const families =
  "-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Adwaita Sans,Cantarell,Ubuntu,Noto Sans,Liberation Sans,system-ui,sans-serif,Helvetica,Arial,SF Mono,Menlo,Consolas,ui-monospace,monospace"
const faces = families
  .split(",")
  .flatMap((family) =>
    Array.from("abcdefghijklmnopqrstuvwxyz@0123456789", (letter) => {
      const code = letter.codePointAt(0)?.toString(16)
      return `@font-face{font-family:"${family}";src:url("/font/${code}");unicode-range:U+${code}}`
    })
  )
  .join("")

const NONCE = "c2VjcmV0"

const policy = [
  "default-src 'none'",
  `script-src 'nonce-${NONCE}' 'unsafe-eval'`,
  `style-src 'nonce-${NONCE}'`,
  "style-src-attr 'unsafe-inline'",
  "font-src 'self'",
  "connect-src 'self' chrome-extension:",
  "frame-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "report-uri /violation"
].join("; ")

const html = `<!doctype html>
<html lang="en">
<head><title>A profile</title>
<style nonce="${NONCE}">${faces}body{font:16px serif;margin:40px}</style>
<script nonce="${NONCE}">(${String(recorder)})()</script>
</head>
<body><h1>A profile</h1><div id="inlayCard"></div><img name="inlay" alt=""><dialog></dialog><div id="place"></div></body>
</html>`

/** The requests by which a page could leak a card's content: letter fonts and violation reports. */
export const leaksIn = ({ requests }: Server): ReadonlyArray<string> =>
  requests.filter((request) => /\/(?:font|violation)/.test(request))

export const startHostileSite = (): Promise<Server> =>
  startServer((path) =>
    path.startsWith("/in/") || path.startsWith("/feed")
      ? { headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy }, body: html }
      : { status: 404, body: "" }
  )

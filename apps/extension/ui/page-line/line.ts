/**
 * One line in a repository's page. It asks the worker for its content and follows the page's address. The line is
 * removed at once when the page leaves the repository, and an answer about an earlier page is never drawn.
 */
import { directionOf } from "../../locales/languages.ts"
import { lineWords } from "../../locales/line.ts"
import { LINE, type LineData } from "../../messaging/page-line.ts"
import { button, isConnected, make, stand, watch } from "../page-card/stand.ts"

import ownCss from "./line.css?inline"

/** The maximum age of the line's content when the user looks at the page. */
const FRESH_MILLIS = 60_000

const isBelow = (path: string): boolean => `${location.pathname}/`.toLowerCase().startsWith(`${path}/`.toLowerCase())

const TONES = { succeeded: "good", failed: "danger" } as const

const content = (data: LineData, close: () => void): HTMLElement => {
  const { language, name, run, starts, reviews } = data
  const words = lineWords[language]
  const tone = run !== null && (run.state === "failed" || run.state === "succeeded") ? TONES[run.state] : ""
  const parts = [
    ...(run === null
      ? []
      : [make("span", `fact ${tone}`, words.run(run.workflow, run.number, words.state[run.state], run.updatedAt))]),
    ...(starts === null ? [] : [make("span", "fact", words.starts(starts))]),
    ...(reviews === null ? [] : [make("span", "fact", words.reviews(reviews))])
  ]
  const line = make("section", "surface line", make("span", "name", name), ...parts, button(words.close, "×", close))
  line.setAttribute("aria-label", words.region)
  line.lang = language
  line.dir = directionOf(language)
  return line
}

/**
 * @param ask asks the worker about the current page; `null` if there is nothing to show
 * @param isThere whether this script still belongs to an extension
 */
export const follow = (ask: () => Promise<LineData | null>, isThere: () => boolean): (() => void) => {
  let current: { readonly path: string; readonly life: AbortController } | undefined
  let lookedAt: string | undefined
  /** When the last read began, so that a slow answer is waited for rather than asked for again. */
  let readAtMillis = 0
  /** The last read failed, for instance because the worker stopped: unlike `null`, that is no answer about the page. */
  let hasFailed = false
  let turn = 0
  let ending = new AbortController()

  const remove = () => {
    current?.life.abort()
    current = undefined
  }
  const end = () => {
    turn += 1
    ending.abort()
    remove()
  }

  const read = async () => {
    const mine = ++turn
    readAtMillis = performance.now()
    hasFailed = false
    try {
      const data = await ask()
      if (mine !== turn) return
      remove()
      if (data === null || !isBelow(data.path)) return
      const { life } = stand(
        ownCss,
        () => content(data, end),
        () => isBelow(data.path) && isThere()
      )
      current = { path: data.path, life }
    } catch {
      // Also if the browser stored the page because its reader went to another one.
      if (mine !== turn) return
      hasFailed = true
      if (!isThere()) end()
    }
  }

  const look = () => {
    // If the page has removed the line, it is not added again.
    if (current?.life.signal.aborted === true && isBelow(current.path)) return end()
    if (current !== undefined && !isBelow(current.path)) remove()
    const isOld = (current !== undefined || hasFailed) && performance.now() - readAtMillis > FRESH_MILLIS
    if (location.pathname === lookedAt && !isOld) return
    if (document.visibilityState === "hidden") return
    lookedAt = location.pathname
    if (current === undefined || isOld) void read()
  }

  /** Starts, or starts again after the line was closed. */
  return () => {
    end()
    ending = new AbortController()
    lookedAt = undefined
    watch(look, ending.signal)
    const lookAgain = ({ persisted }: PageTransitionEvent) => {
      if (persisted) lookedAt = undefined
      look()
    }
    // The reader came back to the page. The browser has dropped an answer that was still to come when they left.
    addEventListener("pageshow", lookAgain, { signal: ending.signal })
    look()
  }
}

declare global {
  /** Only in the isolated world of the extension. */
  var inlayLine: (() => void) | undefined
}

/** The first definition stays until the page is reloaded, because two of them would draw two lines. */
export const start = (): void => {
  if (!Object.hasOwn(globalThis, "inlayLine")) {
    globalThis.inlayLine = follow(() => chrome.runtime.sendMessage<string, LineData | null>(LINE), isConnected)
  }
  globalThis.inlayLine?.()
}

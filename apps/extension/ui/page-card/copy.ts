/**
 * A button of the card that copies a value. The page cannot notice it: nothing is selected, and no clipboard event is
 * sent to the page.
 */
import type { CardRow } from "@inlay/agent-plugin/Card"
import { copyable, visible } from "@inlay/ui/text/visible"

import type { CardWords } from "./words.ts"

const COPIED_MILLIS = 1500

const SHAPES = {
  copy: "M6 5.5h7.5V13H6ZM3.5 10.5H2.5V3H10v.5",
  copied: "m3 8.5 3.5 3.5L13 4.5",
  notCopied: "M4 4l8 8M12 4l-8 8"
} as const

interface PolicyDocument extends Document {
  /** Chromium only. In other browsers a refusal becomes visible only when something is copied. */
  readonly featurePolicy?: { readonly allowsFeature: (feature: string) => boolean }
}

/** Whether the page allows writing to the clipboard. There is none on plain http, and a page's policy can refuse it. */
export const mayCopy = (): boolean =>
  globalThis.isSecureContext &&
  "clipboard" in navigator &&
  (document as PolicyDocument).featurePolicy?.allowsFeature("clipboard-write") !== false

const svg = (name: string, attributes: Readonly<Record<string, string>>): Element => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  return element
}

export const copyButton = ({ label, value, kind }: CardRow, words: CardWords["card"]): HTMLButtonElement => {
  const element = document.createElement("button")
  const path = svg("path", {})
  const picture = svg("svg", { viewBox: "0 0 16 16", width: "16", height: "16", "aria-hidden": "true" })
  picture.append(path)
  element.append(picture)
  element.type = "button"
  element.className = "icon-button"
  const show = (state: keyof typeof SHAPES) => {
    path.setAttribute("d", SHAPES[state])
    element.setAttribute("aria-label", visible(words[state](label)))
  }
  show("copy")
  element.addEventListener("click", () => {
    const tell = (state: "copied" | "notCopied") => {
      show(state)
      setTimeout(() => show("copy"), COPIED_MILLIS)
    }
    void navigator.clipboard.writeText(copyable(value, kind)).then(
      () => tell("copied"),
      () => tell("notCopied")
    )
  })
  return element
}

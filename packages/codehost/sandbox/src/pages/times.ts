// Relative times, computed from the sandbox's clock.

import { type Html, html } from "@inlay/sandbox-kit/html"

const units = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000]
] as const

const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" })

export const ago = (iso: string, today: number): Html => {
  const elapsed = today - Date.parse(iso)
  const [unit, millis] = units.find(([, length]) => elapsed >= length) ?? ["minute", 60_000]
  const text = elapsed < 60_000 ? "just now" : format.format(-Math.floor(elapsed / millis), unit)
  return html`<time datetime="${iso}" title="${iso}">${text}</time>`
}

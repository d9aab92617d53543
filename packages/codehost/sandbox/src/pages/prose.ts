// Renders the headings, paragraphs and code of Markdown. Other syntax is shown as plain text.

import { type Html, html, type Piece } from "@inlay/sandbox-kit/html"

const spans = (text: string): Piece =>
  text.split(/(`[^`\n]+`)/).map((piece) => (/^`.+`$/.test(piece) ? html`<code>${piece.slice(1, -1)}</code>` : piece))

const block = (text: string): Html => {
  const { level, title } = /^(?<level>#{1,3}) (?<title>[^\n]+)$/.exec(text)?.groups ?? {}
  if (title === undefined) return html`<p>${spans(text)}</p>`
  return level === "#" ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`
}

export const prose = (text: string): ReadonlyArray<Html> =>
  text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(block)

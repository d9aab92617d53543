// A template tag for HTML. Interpolated values are escaped unless they are HTML themselves.

/** Text that is HTML already, and is not escaped again. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What can be put into a template. Nothing is written for null, undefined and false; a list is written piece by piece. */
export type Piece = Html | string | number | null | undefined | false | ReadonlyArray<Piece>

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const textOf = (piece: Piece): string => {
  if (piece === null || piece === undefined || piece === false) return ""
  if (piece instanceof Html) return piece.text
  if (typeof piece === "object") return piece.map(textOf).join("")
  return String(piece).replaceAll(/[&<>"']/g, (char) => escapes[char] ?? char)
}

/** The tag: `` html`<b>${name}</b>` ``. */
export const html = (strings: TemplateStringsArray, ...pieces: ReadonlyArray<Piece>): Html =>
  new Html(strings.map((string, index) => string + textOf(pieces[index])).join(""))

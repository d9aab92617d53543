/** Texts of a report by their bytes: most values of a dimension come again and again, and are decoded once. */
import type { ArrivedBytes } from "@inlay/core-http/Transport"

/** A power of two. Texts that meet in one place take turns there, so however texts are chosen, finding one takes one look. */
const PLACES = 65_536

export class TextTable {
  /** Every text by its number; one may have several. */
  readonly texts: Array<string> = []
  /** For each place, where the bytes of its text stand, and its number plus one. */
  readonly #starts = new Int32Array(PLACES)
  readonly #lengths = new Int32Array(PLACES)
  readonly #numbers = new Int32Array(PLACES)

  /** The number of a text. */
  add(text: string): number {
    return this.texts.push(text) - 1
  }

  /** The number of the text that stands there. @param hash of its bytes */
  at({ bytes, text }: ArrivedBytes, start: number, end: number, hash: number): number {
    const place = (hash ^ (hash >>> 16)) & (PLACES - 1)
    const storedNumber = this.#numbers[place] ?? 0
    if (storedNumber > 0 && this.#isAt(bytes, place, start, end - start)) return storedNumber - 1
    const number = this.add(text(start, end))
    this.#starts[place] = start
    this.#lengths[place] = end - start
    this.#numbers[place] = number + 1
    return number
  }

  #isAt(bytes: Uint8Array, place: number, start: number, length: number): boolean {
    if (this.#lengths[place] !== length) return false
    const other = this.#starts[place] ?? 0
    for (let n = 0; n < length; n++) if (bytes[other + n] !== bytes[start + n]) return false
    return true
  }
}

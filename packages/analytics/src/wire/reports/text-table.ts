/**
 * Decodes the texts of a report from their bytes. Values of a dimension usually recur, so recently seen texts are not
 * decoded again.
 */
import type { ArrivedBytes } from "@inlay/core-http/Transport"

/**
 * The number of slots, a power of two. Texts with the same slot replace each other, so a lookup needs only one
 * comparison, whichever texts occur.
 */
const PLACES = 65_536

export class TextTable {
  /** Every text by its index. A text can occur more than once. */
  readonly texts: Array<string> = []
  /** For each slot, the position and length of its text's bytes, and its index plus one. */
  readonly #starts = new Int32Array(PLACES)
  readonly #lengths = new Int32Array(PLACES)
  readonly #numbers = new Int32Array(PLACES)

  /** Adds a text and returns its index. */
  add(text: string): number {
    return this.texts.push(text) - 1
  }

  /**
   * The index of the text at this position.
   * @param hash the hash of its bytes
   */
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

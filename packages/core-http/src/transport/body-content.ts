/** The text of a body's bytes, and the list that a reader takes out of a long one while it arrives. */
import { isLong } from "./body-bytes.ts"
import type { ArrivedBytes, BodyReader, TransportRequest, TransportResponse } from "./Transport.ts"

const utf8 = new TextDecoder()

const arrivedBytes = (bytes: Buffer): ArrivedBytes => ({
  bytes,
  text: (start, end) => bytes.toString("utf8", start, end)
})

export class BodyContent {
  #makeReader: TransportRequest["bodyReader"]
  #reader: BodyReader | undefined

  /** @param makeReader absent where the answer is none for it */
  constructor(makeReader?: TransportRequest["bodyReader"]) {
    this.#makeReader = makeReader
  }

  /**
   * @param bytes all that came so far
   * @returns whether a reader goes on with what comes next
   */
  advance(bytes: Buffer): boolean {
    if (this.#makeReader === undefined || !isLong(bytes.length)) return false
    this.#reader ??= this.#makeReader()
    const isReading = this.#reader.advance(arrivedBytes(bytes))
    if (!isReading) this.#drop()
    return isReading
  }

  /** @param bytes all of the body; a reader was given them before */
  finish(bytes: Buffer): Pick<TransportResponse, "text" | "list"> {
    const content = this.#reader?.finish(arrivedBytes(bytes))
    this.#drop()
    return content ?? { text: utf8.decode(bytes) }
  }

  #drop(): void {
    this.#reader = undefined
    this.#makeReader = undefined
  }
}

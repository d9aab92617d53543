/** Decodes the text of a body, and passes a long body to a reader that extracts a list while it arrives. */
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

  /** @param makeReader absent if the answer is not to be read by a reader */
  constructor(makeReader?: TransportRequest["bodyReader"]) {
    this.#makeReader = makeReader
  }

  /**
   * @param bytes all bytes so far
   * @returns whether the reader continues with later bytes
   */
  advance(bytes: Buffer): boolean {
    if (this.#makeReader === undefined || !isLong(bytes.length)) return false
    this.#reader ??= this.#makeReader()
    const isReading = this.#reader.advance(arrivedBytes(bytes))
    if (!isReading) this.#drop()
    return isReading
  }

  /** @param bytes the whole body, which includes what the reader received before */
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

/**
 * The bytes of one answer, put together as they come. A long answer's memory goes back to the system as soon as it has been
 * read: the garbage collector would keep the memory of several.
 */

const NOTHING = Buffer.alloc(0)

/** Shorter buffers may share their memory with others, and are the collector's. */
const LONG_BYTES = 1_048_576

/** Whether reading so many bytes takes a while. */
export const isLong = (bytes: number): boolean => bytes > LONG_BYTES

/** Ends a long buffer that nobody else holds: it is empty afterwards. */
export const release = (own: Buffer): void => {
  if (isLong(own.length) && own.buffer instanceof ArrayBuffer) own.buffer.transfer(0)
}

export class BodyBytes {
  length = 0
  #room: Buffer = NOTHING
  /** Whether `#room` is a place of ours, and no chunk of somebody else's buffer. */
  #isOwn = false

  /**
   * @param announcedBytes bytes that the answer says it has; `NaN` where it says nothing
   * @param maxBytes that it may have; `chunk` does not go past them
   */
  add(chunk: Buffer, announcedBytes: number, maxBytes: number): void {
    const before = this.length
    this.length += chunk.length
    // Most answers come in one chunk.
    if (before === 0) return void (this.#room = chunk)
    if (this.length > this.#room.length) this.#grow(announcedBytes, maxBytes)
    chunk.copy(this.#room, before)
  }

  /** All that came so far; of no use after `drop`. */
  get whole(): Buffer {
    return this.#room.subarray(0, this.length)
  }

  /** Gives the memory back. */
  drop(): void {
    if (this.#isOwn) release(this.#room)
    this.#room = NOTHING
  }

  /** Chunks may be many and short: the place grows to the announced length, or to twice its own. */
  #grow(announcedBytes: number, maxBytes: number): void {
    const isAnnounced = announcedBytes >= this.length && announcedBytes <= maxBytes
    const room = Buffer.allocUnsafeSlow(
      isAnnounced ? announcedBytes : Math.min(Math.max(2 * this.#room.length, this.length), maxBytes)
    )
    this.#room.copy(room)
    if (this.#isOwn) release(this.#room)
    this.#room = room
    this.#isOwn = true
  }
}

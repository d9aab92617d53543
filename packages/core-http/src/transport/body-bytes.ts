/**
 * Collects the bytes of one answer as they arrive. The memory of a long answer is released as soon as it has been read,
 * because the garbage collector would otherwise hold the memory of several.
 */

const NOTHING = Buffer.alloc(0)

/** Shorter buffers may share memory with others, so they are left to the garbage collector. */
const LONG_BYTES = 1_048_576

/** Returns whether reading this many bytes takes noticeable time. */
export const isLong = (bytes: number): boolean => bytes > LONG_BYTES

/** Releases the memory of a long buffer that nothing else uses. The buffer is empty afterwards. */
export const release = (own: Buffer): void => {
  if (isLong(own.length) && own.buffer instanceof ArrayBuffer) own.buffer.transfer(0)
}

export class BodyBytes {
  length = 0
  #room: Buffer = NOTHING
  /** Whether `#room` was allocated here, and is not a chunk that belongs to somebody else. */
  #isOwn = false

  /**
   * @param announcedBytes the answer's declared length, or `NaN` if it declares none
   * @param maxBytes the size limit, which `chunk` must not exceed
   */
  add(chunk: Buffer, announcedBytes: number, maxBytes: number): void {
    const before = this.length
    this.length += chunk.length
    // Most answers arrive in one chunk.
    if (before === 0) return void (this.#room = chunk)
    if (this.length > this.#room.length) this.#grow(announcedBytes, maxBytes)
    chunk.copy(this.#room, before)
  }

  /** All bytes so far. Not usable after `drop`. */
  get whole(): Buffer {
    return this.#room.subarray(0, this.length)
  }

  /** Releases the memory. */
  drop(): void {
    if (this.#isOwn) release(this.#room)
    this.#room = NOTHING
  }

  /** Grows to the declared length, or else to twice the current size, since there may be many short chunks. */
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

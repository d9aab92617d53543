/**
 * The port for reading a long answer of one documented shape from its bytes while they arrive: a list of a million
 * values is read without an object for each. An answer of any other shape is read as JSON, as if there were no reader.
 */

/**
 * The bytes of an answer that have arrived so far. The next call has the same bytes at the same positions, followed by
 * more.
 */
export interface ArrivedBytes {
  readonly bytes: Uint8Array
  /** Decodes a range of the bytes as UTF-8, keeping a byte order mark. */
  readonly text: (start: number, end: number) => string
}

/** A list that was read separately from its answer. */
export interface SeparateList {
  /** Every text of the list. */
  readonly texts: ReadonlyArray<string>
  /** Builds the list with these texts in place of its own. */
  readonly build: (texts: ReadonlyArray<string>) => unknown
}

/** The result of reading a whole answer. */
export interface SeparatedBody {
  /** The answer's JSON, with an empty list in place of the one that was read separately. */
  readonly text: string
  readonly list: SeparateList
}

/** Reads one answer. It never throws. */
export interface BodyReader {
  /**
   * Reads to the end of the bytes. Returns false if the answer does not have the expected shape; the reader is then not
   * called again.
   */
  readonly advance: (chunk: ArrivedBytes) => boolean
  /** Called at the end of the answer. Returns `undefined` if the answer does not have the expected shape. */
  readonly finish: (whole: ArrivedBytes) => SeparatedBody | undefined
}

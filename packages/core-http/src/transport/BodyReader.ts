/**
 * The port that reads a long answer of one documented shape from its bytes, while they arrive: a list of a million values is
 * read without an object for each. What is not of that shape is read as JSON, as if there were no such reader.
 */

/** The bytes of an answer that have arrived so far: the same ones stand at the same places in the next call. */
export interface ArrivedBytes {
  readonly bytes: Uint8Array
  /** The text from one place to another, as UTF-8; a byte order mark stays. */
  readonly text: (start: number, end: number) => string
}

/** A list that was read apart from its answer. */
export interface SeparateList {
  /** Every text of the list. */
  readonly texts: ReadonlyArray<string>
  /** The list, with these texts in the place of its own. */
  readonly build: (texts: ReadonlyArray<string>) => unknown
}

/** What a reader makes of a whole answer. */
export interface SeparatedBody {
  /** The answer's JSON with an empty list in the place of the one that was read apart. */
  readonly text: string
  readonly list: SeparateList
}

/** Reads one answer. It never throws. */
export interface BodyReader {
  /** Reads on to the end of the bytes; false where the answer is not of the shape, and nothing more is asked then. */
  readonly advance: (chunk: ArrivedBytes) => boolean
  /** At the end of the answer; `undefined` where it is not of the shape. */
  readonly finish: (whole: ArrivedBytes) => SeparatedBody | undefined
}

/**
 * Decodes files that people make: UTF-8, or UTF-16 with its byte order mark, as spreadsheets save it and Windows
 * PowerShell's `>` writes it.
 */

const encodingOf = ([first, second]: Uint8Array): string => {
  if (first === 0xff && second === 0xfe) return "utf-16le"
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8"
}

/**
 * Throws if the bytes are not text.
 * @param ignoreBOM whether the byte order mark stays part of the text; without it, the mark is dropped
 */
export const decodeText = (bytes: Uint8Array, ignoreBOM = false): string =>
  new TextDecoder(encodingOf(bytes), { fatal: true, ignoreBOM }).decode(bytes)

/**
 * Parts of a file replaced by others, byte for byte: what is not named stays as it is, whatever its encoding and its line
 * ends. A file is a string of its bytes here, one character each.
 */
import * as Base64 from "effect/encoding/Base64"

/** One part: `old` must stand exactly once in the file. */
export interface Edit {
  readonly old: string
  readonly new: string
}

const encoder = new TextEncoder()

const bytesOf = (text: string): string => atob(Base64.encode(encoder.encode(text)))

/** Lines that end with a carriage return too, all of them. */
const hasWindowsLines = (file: string): boolean => file.includes("\r\n") && !/(^|[^\r])\n/.test(file)

const windowsLines = (text: string): string => text.replace(/\r?\n/g, "\r\n")

/** Counted up to two: more than once is enough to know. */
const timesIn = (file: string, part: string): number => {
  const first = file.indexOf(part)
  if (first === -1) return 0
  return file.indexOf(part, first + 1) === -1 ? 1 : 2
}

/** The file's base64 with its parts replaced, or which edit cannot be made and why. */
export const edited = (
  wire: string,
  edits: ReadonlyArray<Edit>
): { readonly wire: string } | { readonly field: string; readonly message: string } => {
  let file = atob(wire.replace(/\s/g, ""))
  const adapt = hasWindowsLines(file) ? windowsLines : (text: string) => text
  for (const [index, edit] of edits.entries()) {
    const old = bytesOf(adapt(edit.old))
    const times = timesIn(file, old)
    if (times !== 1) {
      const message =
        times === 0
          ? "is not in the file; line ends aside, it must be the file's own text, blanks included"
          : "stands more than once in the file; give more of the text around it"
      return { field: `edits.${index}.old`, message }
    }
    const at = file.indexOf(old)
    file = file.slice(0, at) + bytesOf(adapt(edit.new)) + file.slice(at + old.length)
  }
  return { wire: btoa(file) }
}

/**
 * Replaces parts of a file and keeps all other bytes, whatever the encoding and line endings. The file is processed as
 * a string with one character per byte.
 */
import * as Base64 from "effect/encoding/Base64"

import type { Edit } from "../../schema/Content.ts"

const encoder = new TextEncoder()

const bytesOf = (text: string): string => atob(Base64.encode(encoder.encode(text)))

/** Whether every line ends with a carriage return and a line feed. */
const hasWindowsLines = (file: string): boolean => file.includes("\r\n") && !/(^|[^\r])\n/.test(file)

const windowsLines = (text: string): string => text.replace(/\r?\n/g, "\r\n")

/** How often a part occurs: 0, 1, or 2 for more than once. */
const timesIn = (file: string, part: string): number => {
  const first = file.indexOf(part)
  if (first === -1) return 0
  return file.indexOf(part, first + 1) === -1 ? 1 : 2
}

/** Returns the file's base64 after the edits, or the edit that cannot be made and why. */
export const applyEdits = (
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
          ? "is not in the file; it must match the file's text exactly, blanks included, except for line ends"
          : "occurs more than once in the file; give more of the text around it"
      return { field: `edits.${index}.old`, message }
    }
    const at = file.indexOf(old)
    file = file.slice(0, at) + bytesOf(adapt(edit.new)) + file.slice(at + old.length)
  }
  return { wire: btoa(file) }
}

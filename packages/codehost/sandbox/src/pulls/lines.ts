// Lines of a patch: which lines can be commented on, and their positions in the hunks.

import type { ReviewComment } from "./pulls.ts"

type Side = ReviewComment["side"]

export interface PatchLine {
  /** The number of lines below the first hunk header. Older callers use it to name a line. */
  readonly position: number
  /** The line numbers in the old (LEFT) and new (RIGHT) file, if the line exists there. */
  readonly numbers: Readonly<Partial<Record<Side, number>>>
  /** The hunk up to and including the line. */
  readonly hunk: string
}

const sidesOf = (text: string): ReadonlyArray<Side> => {
  if (text.startsWith("-")) return ["LEFT"]
  return text.startsWith("+") ? ["RIGHT"] : ["LEFT", "RIGHT"]
}

const linesOf = (patch: string): ReadonlyArray<PatchLine> => {
  const lines: Array<PatchLine> = []
  let next = { LEFT: 0, RIGHT: 0 }
  let hunk: Array<string> = []
  for (const [position, text] of patch.split("\n").entries()) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)/u.exec(text)
    if (head !== null) {
      next = { LEFT: Number(head[1]), RIGHT: Number(head[2]) }
      hunk = [text]
      continue
    }
    hunk.push(text)
    if (text.startsWith("\\")) continue
    const sides = sidesOf(text)
    lines.push({
      position,
      hunk: hunk.join("\n"),
      numbers: Object.fromEntries(sides.map((side) => [side, next[side]]))
    })
    for (const side of sides) next[side] += 1
  }
  return lines
}

/** Returns undefined if the line is not part of the patch. */
export const findLine = (patch: string, line: number, side: Side): PatchLine | undefined =>
  linesOf(patch).find(({ numbers }) => numbers[side] === line)

export const findPosition = (patch: string, position: number): PatchLine | undefined =>
  linesOf(patch).find((line) => line.position === position)

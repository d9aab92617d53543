// Line-based diffs as unified hunks. Finds the shortest edit with Myers' algorithm.
// Source: E. Myers, "An O(ND) difference algorithm and its variations" (1986)

const linesOf = (text: string): ReadonlyArray<string> => {
  if (text === "") return []
  const lines = text.split("\n")
  // If the text does not end with a line feed, git's marker for this is appended to the last line.
  if (lines.at(-1) === "") return lines.slice(0, -1)
  return [...lines.slice(0, -1), `${lines.at(-1)}\n\\ No newline at end of file`]
}

interface Step {
  readonly kind: " " | "-" | "+"
  readonly line: string
}

/** The furthest points reached with each number of edits, from the start to the end. */
const traces = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<Map<number, number>> => {
  const furthest = new Map<number, number>([[1, 0]])
  const history: Array<Map<number, number>> = []
  for (let edits = 0; ; edits++) {
    history.push(new Map(furthest))
    for (let k = -edits; k <= edits; k += 2) {
      const left = furthest.get(k - 1) ?? -1
      const right = furthest.get(k + 1) ?? -1
      let x = k === -edits || (k !== edits && left < right) ? right : left + 1
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x += 1
      furthest.set(k, x)
      if (x >= before.length && x - k >= after.length) return history
    }
  }
}

const shortestSteps = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  let x = before.length
  let y = after.length
  for (const [edits, furthest] of [...traces(before, after).entries()].toReversed()) {
    const k = x - y
    const left = furthest.get(k - 1) ?? -1
    const right = furthest.get(k + 1) ?? -1
    const isDown = k === -edits || (k !== edits && left < right)
    const fromX = isDown ? right : left
    const fromY = fromX - (isDown ? k + 1 : k - 1)
    while (x > Math.max(fromX, 0) && y > Math.max(fromY, 0)) {
      x -= 1
      y -= 1
      steps.push({ kind: " ", line: before[x] ?? "" })
    }
    if (edits === 0) break
    if (isDown) steps.push({ kind: "+", line: after[--y] ?? "" })
    else steps.push({ kind: "-", line: before[--x] ?? "" })
  }
  return steps.toReversed()
}

/** Above this number of lines the shortest edit is not computed, because time and memory grow with its square. */
const mostLines = 4000

const stepsAs = (kind: Step["kind"], lines: ReadonlyArray<string>): ReadonlyArray<Step> =>
  lines.map((line) => ({ kind, line }))

/** The number of lines that both texts share at the start or at the end. */
const sharedLines = (before: ReadonlyArray<string>, after: ReadonlyArray<string>, isEnd: boolean): number => {
  const most = Math.min(before.length, after.length)
  let count = 0
  const at = (lines: ReadonlyArray<string>): string | undefined => lines.at(isEnd ? -1 - count : count)
  while (count < most && at(before) === at(after)) count += 1
  return count
}

/** Removes the common lines at both ends and compares only what is between them. */
const stepsOf = (before: ReadonlyArray<string>, after: ReadonlyArray<string>): ReadonlyArray<Step> => {
  const head = sharedLines(before, after, false)
  const tail = sharedLines(before.slice(head), after.slice(head), true)
  const [old, now] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  const isPlain = old.length === 0 || now.length === 0 || old.length + now.length > mostLines
  const middle = isPlain ? [...stepsAs("-", old), ...stepsAs("+", now)] : shortestSteps(old, now)
  return [...stepsAs(" ", before.slice(0, head)), ...middle, ...stepsAs(" ", before.slice(before.length - tail))]
}

const context = 3

/** Merges nearby changes into one hunk. */
const hunkRanges = (steps: ReadonlyArray<Step>): ReadonlyArray<readonly [number, number]> => {
  const ranges: Array<[number, number]> = []
  steps.forEach(({ kind }, index) => {
    if (kind === " ") return
    const last = ranges.at(-1)
    const [from, to] = [Math.max(0, index - context), Math.min(steps.length, index + context + 1)]
    if (last !== undefined && from <= last[1]) last[1] = to
    else ranges.push([from, to])
  })
  return ranges
}

const range = (start: number, count: number): string => (count === 1 ? `${start}` : `${start},${count}`)

export interface LineDiff {
  /** Hunks without a file header. Empty if there are no differences. */
  readonly patch: string
  readonly additions: number
  readonly deletions: number
}

const count = (steps: ReadonlyArray<Step>, ...kinds: ReadonlyArray<Step["kind"]>): number =>
  steps.filter(({ kind }) => kinds.includes(kind)).length

export const diffLines = (before: string, after: string): LineDiff => {
  const steps = stepsOf(linesOf(before), linesOf(after))
  const hunks = hunkRanges(steps).map(([from, to]) => {
    const [earlier, hunk] = [steps.slice(0, from), steps.slice(from, to)]
    const [oldCount, newCount] = [count(hunk, " ", "-"), count(hunk, " ", "+")]
    const oldStart = count(earlier, " ", "-") + (oldCount === 0 ? 0 : 1)
    const newStart = count(earlier, " ", "+") + (newCount === 0 ? 0 : 1)
    const head = `@@ -${range(oldStart, oldCount)} +${range(newStart, newCount)} @@`
    return [head, ...hunk.map(({ kind, line }) => `${kind}${line}`)].join("\n")
  })
  return { patch: hunks.join("\n"), additions: count(steps, "+"), deletions: count(steps, "-") }
}

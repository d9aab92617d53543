/** The tour's output on the terminal: a line for each completed step, with its duration. */

const colours = process.stdout.isTTY && process.env["NO_COLOR"] === undefined
const paint = (code: string, text: string) => (colours ? `\u001B[${code}m${text}\u001B[0m` : text)

export const bold = (text: string): string => paint("1", text)
export const dim = (text: string): string => paint("2", text)
const green = (text: string): string => paint("32", text)
export const red = (text: string): string => paint("31", text)

export const say = (line = ""): void => {
  process.stdout.write(`${line}\n`)
}

const WIDTH = 66

const seconds = (millis: number): string =>
  millis < 1000 ? `${Math.round(millis)} ms` : `${(millis / 1000).toFixed(1)} s`

/** Runs one step of the tour and reports its result. A failure ends the tour. */
export const step = async <A>(title: string, run: () => Promise<A>, detail?: (value: A) => string): Promise<A> => {
  const startMillis = performance.now()
  const line = (mark: string, more: string) => {
    const time = seconds(performance.now() - startMillis)
    say(
      `  ${mark} ${title}${" ".repeat(Math.max(1, WIDTH - title.length))}${dim(time.padStart(7))}${more === "" ? "" : `\n      ${dim(more)}`}`
    )
  }
  try {
    const value = await run()
    line(green("✓"), detail?.(value) ?? "")
    return value
  } catch (cause) {
    line(red("✗"), "")
    throw cause
  }
}

/** Prints facts in two columns. */
export const facts = (rows: ReadonlyArray<readonly [label: string, value: string]>): void => {
  const width = Math.max(...rows.map(([label]) => label.length))
  for (const [label, value] of rows) say(`      ${dim(label.padEnd(width))}  ${value}`)
}

/** `pnpm bench`: runs every benchmark in turn, prints its table, and writes all results as JSON to `bench/results/`. */
import { mkdir, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

import { benchmarks, isolated, type TitledReport } from "./isolated.ts"
import { machine, sentence } from "./machine.ts"
import { text } from "./table.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const help = (names: ReadonlyArray<string>) => `Compares Inlay with its peers in one run: medians, ratios and targets.

Usage: pnpm bench [name ...] [--quick] [--profile DIR]

  name           ${names.join(", ")}; all by default
  --quick        fewer and shorter rounds: to check that it runs, not to quote
  --profile DIR  write a CPU profile of each benchmark to DIR
  --help         show this help

Results are written to bench/results/. See bench/README.md for how to read them.
`

class UsageError extends Error {}

const read = (names: ReadonlyArray<string>) => {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2).filter((arg) => arg !== "--"),
      allowPositionals: true,
      options: {
        quick: { type: "boolean", default: false },
        profile: { type: "string" },
        help: { type: "boolean", short: "h", default: false }
      }
    })
    const unknownNames = positionals.filter((name) => !names.includes(name))
    if (unknownNames.length > 0)
      throw new Error(`Unknown benchmark: ${unknownNames.join(", ")}. Benchmarks: ${names.join(", ")}.`)
    return { ...values, chosen: positionals.length > 0 ? positionals : names }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

const save = async (date: Date, content: object, quick: boolean): Promise<string> => {
  const path = `bench/results/${date.toISOString().slice(0, 19).replaceAll(":", "-")}${quick ? "-quick" : ""}.json`
  await mkdir(`${root}/bench/results`, { recursive: true })
  await writeFile(`${root}/${path}`, `${JSON.stringify(content, null, 2)}\n`)
  return path
}

const main = async (): Promise<void> => {
  const names = await benchmarks()
  const { chosen, quick, profile, help: isHelp } = read(names)
  if (isHelp) return void process.stdout.write(help(names))
  const date = new Date()
  const on = machine()
  process.stdout.write(`${sentence(on)}\n\n`)
  const results: Array<TitledReport & { readonly name: string }> = []
  for (const name of chosen) {
    const measurement = await isolated(name, { quick }, profile)
    process.stdout.write(`${text(measurement.title, measurement.report)}\n`)
    results.push({ name, ...measurement })
  }
  const path = await save(date, { date: date.toISOString(), quick, machine: on, results }, quick)
  process.stdout.write(`written to ${path}\n`)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof UsageError ? 2 : 1
}

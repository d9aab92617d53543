/** Runs one benchmark in this process and sends its report to the parent. */
import type { Benchmark, Settings } from "./benchmark.ts"

const [name = "", settings = "{}"] = process.argv.slice(2)
const { benchmark }: { readonly benchmark: Benchmark } = await import(`./benchmarks/${name}.ts`)
const report = await benchmark.run(JSON.parse(settings) as Settings)
process.send?.({ title: benchmark.title, report }, () => process.disconnect?.())

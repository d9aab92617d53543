/**
 * How long importing a client takes in a process that has loaded nothing else, and how many bytes the client has.
 * Compares the built promise client with the one that JavaScript programs commonly use.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"

import type { Benchmark } from "../benchmark.ts"
import { buildCodeHost, run } from "../built.ts"
import { median, spread } from "../quantiles.ts"
import { inRounds, ratios, samplesOf } from "../rounds.ts"

const OURS = "@inlay/codehost/promise"
const PEER = "octokit"

const importMillis = async (specifier: string): Promise<number> => {
  const code = `const start = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - start)`
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: import.meta.dirname,
    timeout: 30_000
  })
  return Number(stdout)
}

export const benchmark: Benchmark = {
  title: "promise import",
  run: async ({ quick }) => {
    const rounds = quick ? 3 : 21
    const codehost = await buildCodeHost()
    const contenders = [
      { name: OURS, specifier: join(codehost, "promise.node.js") },
      { name: PEER, specifier: PEER },
      { name: "@octokit/core", specifier: "@octokit/core" }
    ]
    const samples = await inRounds(contenders, { rounds, warmUp: 1 }, ({ specifier }) => importMillis(specifier))
    const ours = samplesOf(samples, OURS)
    const bytes = gzipSync(readFileSync(join(codehost, "promise.js")), { level: 9 }).length
    return {
      conditions: `${rounds} processes of each, alternating`,
      measures: [...samples].map(([contender, millis]) => ({
        setting: "import",
        contender,
        values: { "import ms": median(millis) }
      })),
      figures: [
        spread(`import of ${OURS} / ${PEER}`, ratios(ours, samplesOf(samples, PEER)), { atMost: 1 }),
        spread(`import of ${OURS}, ms`, ours, { atMost: 80 }),
        { name: `${OURS} for browsers, KB gzip`, value: bytes / 1000, wanted: { atMost: 60 } }
      ]
    }
  }
}

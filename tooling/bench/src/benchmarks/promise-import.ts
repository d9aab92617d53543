/**
 * How long importing a client takes in a process that has loaded nothing else, and how many bytes the client has.
 * Compares the built promise client with the one that JavaScript programs commonly use.
 */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"

import type { Benchmark } from "../benchmark.ts"
import { median, spread } from "../quantiles.ts"

const run = promisify(execFile)

const codehost = dirname(dirname(fileURLToPath(import.meta.resolve("@inlay/codehost/promise"))))
/** Builds the package in the working directory. */
const build = fileURLToPath(new URL("../../../release/src/build/main.ts", import.meta.url))
const here = import.meta.dirname

const OURS = "@inlay/codehost/promise"
const PEER = "octokit"

const contenders: ReadonlyArray<readonly [name: string, specifier: string]> = [
  [OURS, join(codehost, "dist/promise.node.js")],
  [PEER, PEER],
  ["@octokit/core", "@octokit/core"]
]

const importMillis = async (specifier: string): Promise<number> => {
  const code = `const start = performance.now(); await import(${JSON.stringify(specifier)}); console.log(performance.now() - start)`
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: here,
    timeout: 30_000
  })
  return Number(stdout)
}

export const benchmark: Benchmark = {
  title: "promise import",
  run: async ({ quick }) => {
    const rounds = quick ? 3 : 21
    await run(process.execPath, [build], { cwd: codehost, timeout: 120_000 })
    const samples = new Map<string, Array<number>>(contenders.map(([name]) => [name, []]))
    for (let round = -1; round < rounds; round++) {
      for (const [name, specifier] of contenders) {
        const millis = await importMillis(specifier)
        if (round >= 0) samples.get(name)?.push(millis)
      }
    }
    const times = (name: string) => samples.get(name) ?? []
    const peers = times(PEER)
    const ratios = times(OURS).map((millis, round) => millis / (peers[round] ?? Number.NaN))
    const bytes = gzipSync(readFileSync(join(codehost, "dist/promise.js")), { level: 9 }).length
    return {
      conditions: `${rounds} processes of each, alternating`,
      measures: contenders.map(([contender]) => ({
        setting: "import",
        contender,
        values: { "import ms": median(times(contender)) }
      })),
      figures: [
        spread(`import of ${OURS} / ${PEER}`, ratios, { atMost: 1 }),
        spread(`import of ${OURS}, ms`, times(OURS), { atMost: 80 }),
        { name: `${OURS} for browsers, KB gzip`, value: bytes / 1000, wanted: { atMost: 60 } }
      ]
    }
  }
}

/**
 * What a start of the installed `inlay` costs: its version, a shell completion, and a lookup answered from the cache.
 * Measures whole processes, compared with an empty program on the same Node.
 */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import type { Benchmark } from "../benchmark.ts"
import { median, spread } from "../quantiles.ts"
import { startServer } from "../servers/start.ts"

const run = promisify(execFile)

const hub = dirname(fileURLToPath(import.meta.resolve("@inlay/hub/package.json")))
/** Builds the package in the working directory. */
const build = fileURLToPath(new URL("../../../release/src/build/main.ts", import.meta.url))
const main = join(hub, "dist/main.js")

/** Not counted: the system caches the files, and Node the compiled code. */
const WARM_UP = 2
const EMPTY = "node -e 0"
const VERSION = "inlay --version"
const FIELDS = "inlay --complete fields"
const RUN = "inlay run, kept answer"

/** User and system time of a process until its end, in ms, as the shell measures it. */
const cpuMillis = async (args: ReadonlyArray<string>, env: NodeJS.ProcessEnv): Promise<number> => {
  const timing = `TIMEFORMAT='%3U %3S'; time "$@" >/dev/null`
  const { stderr } = await run("bash", ["-c", timing, "bash", process.execPath, ...args], { env, timeout: 30_000 })
  const [user, system] = stderr.trim().split("\n").at(-1)?.split(" ").map(Number) ?? []
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 1000
}

export const benchmark: Benchmark = {
  title: "command start",
  run: async ({ quick }) => {
    const rounds = quick ? 3 : 31
    await run(process.execPath, [build], { cwd: hub, timeout: 120_000 })
    const server = await startServer<{ readonly baseUrl: string; readonly apiKey: string }>("salesdata")
    const home = mkdtempSync(join(tmpdir(), "inlay-bench-start-"))
    const env = {
      PATH: process.env["PATH"],
      HOME: home,
      INLAY_SALESDATA_BASE_URL: server.ready.baseUrl,
      INLAY_SALESDATA_API_KEY: server.ready.apiKey
    }
    const search = [main, "run", "salesdata_people_search", "location=NSW", "--json"]
    try {
      const { stdout } = await run(process.execPath, search, { env, timeout: 30_000 })
      const [person] = JSON.parse(stdout).people
      const lookup = [main, "run", "salesdata_people_enrichment", `profilenet_url=${person.profileUrl}`, "--json"]
      const contenders: ReadonlyArray<readonly [name: string, args: ReadonlyArray<string>]> = [
        [EMPTY, ["-e", "0"]],
        [VERSION, [main, "--version"]],
        [FIELDS, [main, "--complete", "fields", "run", "codehost_create_issue", ""]],
        [RUN, lookup]
      ]
      await run(process.execPath, [...lookup], { env, timeout: 30_000 })
      const again = JSON.parse((await run(process.execPath, [...lookup], { env, timeout: 30_000 })).stdout)
      if (again.fromCache !== true) throw new Error("the lookup was not cached")
      const samples = new Map<string, Array<number>>(contenders.map(([name]) => [name, []]))
      for (let round = -WARM_UP; round < rounds; round++) {
        for (const [name, args] of contenders) {
          const millis = await cpuMillis(args, env)
          if (round >= 0) samples.get(name)?.push(millis)
        }
      }
      const times = (name: string) => samples.get(name) ?? []
      const ratios = (name: string) => times(name).map((millis, round) => millis / (times(EMPTY)[round] ?? Number.NaN))
      return {
        conditions: `${rounds} processes of each, alternating, from start to end`,
        measures: contenders.map(([contender]) => ({
          setting: "process",
          contender,
          values: { "CPU ms": median(times(contender)) }
        })),
        figures: [
          spread(`${VERSION} / ${EMPTY}`, ratios(VERSION), { atMost: 1.5 }),
          spread(`${FIELDS} / ${EMPTY}`, ratios(FIELDS), { atMost: 1.8 }),
          spread(`${RUN} / ${EMPTY}`, ratios(RUN), { atMost: 5 })
        ]
      }
    } finally {
      rmSync(home, { recursive: true, force: true })
      await server.close()
    }
  }
}

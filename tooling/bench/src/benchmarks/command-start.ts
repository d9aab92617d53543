/**
 * What a start of the installed `inlay` costs: its version, a shell completion, and a lookup answered from the cache.
 * Measures whole processes, compared with an empty program on the same Node.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import type { Benchmark } from "../benchmark.ts"
import { buildInlay, run } from "../built.ts"
import { median, spread } from "../quantiles.ts"
import { inRounds, ratios, samplesOf } from "../rounds.ts"
import { startServer } from "../servers/start.ts"

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
    const main = await buildInlay()
    const server = await startServer("salesdata")
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
      const contenders = [
        { name: EMPTY, args: ["-e", "0"] },
        { name: VERSION, args: [main, "--version"] },
        { name: FIELDS, args: [main, "--complete", "fields", "run", "codehost_create_issue", ""] },
        { name: RUN, args: lookup }
      ]
      await run(process.execPath, lookup, { env, timeout: 30_000 })
      const again = JSON.parse((await run(process.execPath, lookup, { env, timeout: 30_000 })).stdout)
      if (again.fromCache !== true) throw new Error("the lookup was not cached")
      const samples = await inRounds(contenders, { rounds, warmUp: WARM_UP }, ({ args }) => cpuMillis(args, env))
      const overEmpty = (name: string) => ratios(samplesOf(samples, name), samplesOf(samples, EMPTY))
      return {
        conditions: `${rounds} processes of each, alternating, from start to end`,
        measures: [...samples].map(([contender, millis]) => ({
          setting: "process",
          contender,
          values: { "CPU ms": median(millis) }
        })),
        figures: [
          spread(`${VERSION} / ${EMPTY}`, overEmpty(VERSION), { atMost: 1.5 }),
          spread(`${FIELDS} / ${EMPTY}`, overEmpty(FIELDS), { atMost: 1.8 }),
          spread(`${RUN} / ${EMPTY}`, overEmpty(RUN), { atMost: 5 })
        ]
      }
    } finally {
      rmSync(home, { recursive: true, force: true })
      await server.close()
    }
  }
}

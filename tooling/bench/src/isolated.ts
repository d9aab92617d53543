/** Runs a benchmark in a process of its own, so that no other heap, cache or timer affects its figures. */
import { fork } from "node:child_process"
import { readdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"

import type { Report, Settings } from "./benchmark.ts"

export interface TitledReport {
  readonly title: string
  readonly report: Report
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The names of all benchmarks, from their files. */
export const benchmarks = async (): Promise<ReadonlyArray<string>> =>
  (await readdir(here("benchmarks"))).flatMap((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? []).sort()

/** @param profileDir where to write a CPU profile of the run, for a browser's developer tools */
export const isolated = (name: string, settings: Settings, profileDir?: string): Promise<TitledReport> => {
  const profile = profileDir === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileDir}`]
  const child = fork(here("worker.ts"), [name, JSON.stringify(settings)], { execArgv: ["--expose-gc", ...profile] })
  return new Promise((resolve, reject) => {
    let measurement: TitledReport | undefined
    child.once("message", (message) => {
      measurement = message as TitledReport
    })
    child.once("error", reject)
    child.once("exit", (code) => {
      if (measurement !== undefined && code === 0) resolve(measurement)
      else reject(new Error(`the benchmark ${name} ended with code ${code ?? "none"}`))
    })
  })
}

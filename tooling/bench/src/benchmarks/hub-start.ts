/**
 * What users wait for before they can use the hub: the installed `inlay serve` from its start to "listening", on an
 * empty and on a used directory, and the console's first paint in a Chromium with nothing cached.
 */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"

import { launchWithExtension, type Page } from "@inlay/browser"

import type { Benchmark } from "../benchmark.ts"
import { buildInlay, run } from "../built.ts"
import { median, spread } from "../quantiles.ts"
import { writeBlank } from "./extension/stage.ts"

/** Not counted: the system caches the files, and Node the compiled code. */
const WARM_UP = 1

interface Running {
  readonly origin: string
  readonly readyMillis: number
  readonly close: () => Promise<void>
}

const environment = (home: string) => ({ PATH: process.env["PATH"], HOME: home, INLAY_DATA: join(home, "data") })

const serve = (program: string, home: string): Promise<Running> => {
  const startMillis = performance.now()
  const child = spawn(process.execPath, [program, "serve", "--port", "0"], {
    env: environment(home),
    stdio: ["ignore", "pipe", "ignore"]
  })
  const ending = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`inlay serve ended with code ${code ?? "none"}`)))
    createInterface({ input: child.stdout }).on("line", (line) => {
      const origin = /^listening on (\S+)/.exec(line)?.[1]
      if (origin === undefined) return
      const close = () => {
        child.kill()
        return ending
      }
      resolve({ origin, readyMillis: performance.now() - startMillis, close })
    })
  })
}

/** From the start of a navigation to the first frame with content. */
const painted = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const [first] = list.getEntriesByName("first-contentful-paint")
          if (first !== undefined) resolve(first.startTime)
        }).observe({ type: "paint", buffered: true })
      })
  )

/** Signs the browser in and disables its cache. */
const signedIn = async (page: Page, program: string, home: string): Promise<void> => {
  const { stdout } = await run(process.execPath, [program, "console", "--json"], { env: environment(home) })
  await page.setCacheEnabled(false)
  await page.goto((JSON.parse(stdout) as { readonly link: string }).link)
  await page.waitForSelector("main h1")
}

export const benchmark: Benchmark = {
  title: "hub start",
  run: async ({ quick }) => {
    const rounds = quick ? 2 : 15
    const program = await buildInlay()
    const folder = mkdtempSync(join(tmpdir(), "inlay-bench-hub-"))
    const extensionDir = join(folder, "blank")
    writeBlank(extensionDir)
    const driver = await launchWithExtension({ extensionDir })
    const [empty, used, paint]: [Array<number>, Array<number>, Array<number>] = [[], [], []]
    try {
      for (let round = -WARM_UP; round < rounds; round++) {
        const home = mkdtempSync(join(folder, "home-"))
        const first = await serve(program, home)
        await first.close()
        const again = await serve(program, home)
        const page = await driver.openPage("about:blank")
        await signedIn(page, program, home)
        await page.goto(`${again.origin}/`)
        const paintMillis = await painted(page)
        await page.close()
        await again.close()
        if (round < 0) continue
        empty.push(first.readyMillis)
        used.push(again.readyMillis)
        paint.push(paintMillis)
      }
    } finally {
      await driver.close()
      rmSync(folder, { recursive: true, force: true })
    }
    return {
      conditions: `${rounds} starts on an empty directory and again on the same, each with a visit of the console that has nothing in the browser's cache`,
      measures: [
        { setting: "inlay serve", contender: "ready, empty directory", values: { ms: median(empty) } },
        { setting: "inlay serve", contender: "ready, used directory", values: { ms: median(used) } },
        { setting: "console", contender: "first contentful paint", values: { ms: median(paint) } }
      ],
      figures: [
        spread("inlay serve ready on an empty directory, ms", empty, { atMost: 1000 }),
        spread("inlay serve ready on a used directory, ms", used, { atMost: 1000 }),
        spread("the console's first paint, ms", paint, { atMost: 1000 })
      ]
    }
  }
}

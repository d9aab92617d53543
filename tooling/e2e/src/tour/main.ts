/**
 * `pnpm start`: demonstrates the main workflow. Starts the simulated providers, drives the real extension in a real
 * Chromium, then an MCP client, a hub that starts an agent, and the command line, and keeps serving until Ctrl-C. With
 * `--once` it ends after the tour, with exit code 0 if every step succeeded.
 */
import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { findChromium } from "@inlay/browser"
import { startSandbox, type RunningSandbox } from "@inlay/sandbox"

import { buildExtension } from "../product/extension.ts"
import { startHub } from "../product/hub.ts"
import { setStage } from "../product/stage.ts"
import { codehostOf } from "../world/codehost.ts"
import { agent } from "./agent.ts"
import { analytics } from "./analytics.ts"
import { theConsole } from "./console.ts"
import { enrichment, inTheDark } from "./enrichment.ts"
import { bold, dim, red, say, step } from "./report.ts"
import { trigger } from "./trigger.ts"

const root = fileURLToPath(new URL("../../../..", import.meta.url))
const SANDBOX_PORT = 4680

/** Uses the default port if it is free, or else any. */
const sandboxOnce = () => startSandbox({ port: SANDBOX_PORT }).catch(() => startSandbox())

/** Connects the hub to every simulated provider. The code host's pages are not at its API's address. */
const accountsOf = (sandbox: RunningSandbox): Readonly<Record<string, string>> =>
  Object.assign({}, ...Object.values(sandbox.plugins).map(({ env }) => env), {
    INLAY_CODEHOST_PAGE_SITE: codehostOf(sandbox).values.page_site
  })

/** What takes place in the browser with the extension. The browser and the hub stay open from the card to the trigger. */
const inBrowser = async (sandbox: RunningSandbox, artifacts: string): Promise<void> => {
  const hub = await step(
    "`inlay serve`: the hub's server and its console",
    () => startHub(accountsOf(sandbox)),
    ({ url }) => url
  )
  try {
    const stage = await step("Chromium with the extension", () => setStage({ sandbox, allowed: [hub.url] }))
    try {
      await enrichment(stage, artifacts)
      await step("the same with the dark theme, for the pictures", () => inTheDark(sandbox, artifacts))
      say()
      await theConsole(stage, hub, artifacts)
      say()
      await agent(sandbox)
      say()
      await trigger(stage, hub, artifacts)
    } finally {
      await stage.close()
    }
  } finally {
    await hub.close()
  }
}

const tour = async (): Promise<RunningSandbox> => {
  const startMillis = performance.now()
  const artifacts = join(root, "artifacts")
  await rm(artifacts, { recursive: true, force: true })
  await mkdir(artifacts, { recursive: true })
  say(
    bold(
      "Inlay, from a click to a card, from an agent to a tool, from an event to an agent, from a property to a chart"
    )
  )
  say()
  const sandbox = await step("simulated provider and profile pages", sandboxOnce, ({ origin }) => origin)
  try {
    await step("extension built", buildExtension)
    await step("Chromium found", findChromium, (path) => path)
    say()
    await inBrowser(sandbox, artifacts)
    say()
    await analytics(sandbox)
  } catch (cause) {
    await sandbox.close()
    throw cause
  }
  say()
  say(`  Done in ${((performance.now() - startMillis) / 1000).toFixed(1)} s. Pictures: ${dim("artifacts/")}`)
  return sandbox
}

try {
  const { origin, close } = await tour()
  if (process.argv.includes("--once")) {
    await close()
    process.exit(0)
  }
  say(`  The simulated provider keeps serving on ${dim(origin)}. Ctrl-C ends it.`)
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void close().then(() => process.exit(0)))
} catch (cause) {
  say()
  say(red(cause instanceof Error ? cause.message : String(cause)))
  process.exit(1)
}

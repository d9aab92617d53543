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

import { buildExtension } from "../support/extension.ts"
import { setStage } from "../support/stage.ts"
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
    const stage = await step("Chromium with the extension", () => setStage({ sandbox }))
    try {
      await enrichment(stage, artifacts)
      say()
      await theConsole(stage, artifacts)
    } finally {
      await stage.close()
    }
    await step("the same with the dark theme, for the pictures", () => inTheDark(sandbox, artifacts))
    say()
    await agent(sandbox)
    say()
    await trigger(sandbox)
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

/**
 * Takes pictures of the command's output on terminals of 80 and 120 columns, light and dark, in `artifacts/terminal`.
 * Runs against the simulated providers; `script` (util-linux) provides the terminal.
 */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { launchWithExtension, screenshot } from "@inlay/browser"
import { startSandbox } from "@inlay/sandbox"

import { program, useBuiltProgram } from "../product/program.ts"
import { pageOf, type Theme } from "./page.ts"

const run = promisify(execFile)
const artifacts = fileURLToPath(new URL("../../../../artifacts/terminal", import.meta.url))

const WIDTHS = [80, 120]
const THEMES: ReadonlyArray<Theme> = ["light", "dark"]

const commands: Readonly<Record<string, string>> = {
  help: "--help",
  "help-run": "help run",
  tools: "tools",
  tool: "tools codehost_create_issue",
  triggers: "triggers",
  person: "run salesdata_people_enrichment email=$EMAIL",
  search: "run salesdata_people_search location=NSW",
  issues: "run codehost_search_issues_and_pull_requests q='repo:acme/widgets is:issue'",
  commits: "run codehost_list_commits owner=acme repo=widgets --fields sha,commit.message,author.login",
  report: "report --property $PROPERTY --metrics sessions,totalUsers --dimensions country --chart bar",
  accounts: "accounts",
  doctor: "doctor",
  charges: "charges",
  wrong: "run codehost_create_issue owner=acme/x title=",
  unknown: "run codehost_create_isue"
}

/** The output, whatever the exit code: failures get pictures too. */
const shown = async (command: string, columns: number, env: NodeJS.ProcessEnv): Promise<string> => {
  const inside = `stty cols ${columns} rows 60; "${process.execPath}" "${program()}" ${command}`
  const all = { ...env, TERM: "xterm-256color" }
  const { stdout } = await run("script", ["-qec", inside, "/dev/null"], { env: all, timeout: 60_000 }).catch(
    (error: { readonly stdout?: string }) => ({ stdout: error.stdout ?? "" })
  )
  // Removes lines that were overwritten, as on the screen.
  // oxlint-disable-next-line no-control-regex
  return stdout.replaceAll("\r\n", "\n").replaceAll(/[^\n]*\r\u001b\[2K/g, "")
}

export const terminalPictures: ReadonlyArray<string> = Object.keys(commands)

/** @returns the pictures' folder */
export const takeTerminalPictures = async (names: ReadonlyArray<string>): Promise<string> => {
  await useBuiltProgram()
  const home = mkdtempSync(join(tmpdir(), "inlay-terminal-"))
  const sandbox = await startSandbox()
  writeFileSync(
    join(home, "manifest.json"),
    JSON.stringify({ manifest_version: 3, name: "Terminal pictures", version: "1.0.0" })
  )
  const driver = await launchWithExtension({ extensionDir: home })
  try {
    const plugins = Object.values(sandbox.plugins)
    const people = plugins.flatMap(({ examples }) => examples["salesdata_people_enrichment"]?.match ?? [])
    const email = people.flatMap((input) => ("email" in input ? [String(input["email"])] : []))[0]
    const accounts = Object.assign({}, ...plugins.map(({ env }) => env)) as Record<string, string>
    const env = {
      PATH: process.env["PATH"],
      HOME: home,
      EMAIL: email,
      PROPERTY: sandbox.values["property"],
      ...accounts
    }
    const page = await driver.browser.newPage()
    for (const [name, command] of Object.entries(commands).filter(([key]) => names.includes(key))) {
      for (const columns of WIDTHS) {
        const text = await shown(command, columns, env)
        for (const theme of THEMES) {
          const { html, width, height } = pageOf(`inlay ${command}`, text, columns, theme)
          await page.setViewport({ width, height, deviceScaleFactor: 1 })
          await page.setContent(html)
          await screenshot(page, join(artifacts, `${name}-${columns}-${theme}.png`))
        }
      }
    }
  } finally {
    await driver.close()
    await sandbox.close()
    rmSync(home, { recursive: true, force: true })
  }
  return artifacts
}

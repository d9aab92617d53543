// Holds everything to the description and says what it came to: our own side (every step, every method), and every
// operation of the sandbox. `pnpm report:contract` prints it and keeps it in `artifacts`.
import { mkdirSync, writeFileSync } from "node:fs"

import { exceptions, type Exception } from "./exceptions.ts"
import { apiVersion, makeJudge } from "./judge.ts"
import { loadOpenApi } from "./openapi.ts"
import { drive, type Driven } from "./scenario/drive.ts"
import { scenarios } from "./scenario/index.ts"
import { findingLines, tallyOf, type Tally } from "./tally.ts"
import { runWalks, undescribedRoutes, type Walked } from "./walk/run.ts"

export interface Contract {
  /** Version of `@octokit/openapi`. */
  readonly version: string
  /** What our side sent and was answered. */
  readonly own: Driven & { readonly tally: Tally }
  /** What the sandbox answers to anybody. */
  readonly sandbox: Walked & { readonly tally: Tally; readonly undescribed: ReadonlyArray<string> }
  /** How often each exception occurred. */
  readonly exceptions: ReadonlyMap<Exception, number>
}

export const runContract = async (): Promise<Contract> => {
  const openApi = loadOpenApi()
  const judge = makeJudge(openApi)
  const driven = await drive(judge, scenarios)
  const walked = await runWalks(judge)
  const own = tallyOf(driven.judgements, () => false)
  const sandbox = tallyOf(walked.judgements, ({ status }) => status >= 300)
  return {
    version: openApi.version,
    own: { ...driven, tally: own },
    sandbox: { ...walked, tally: sandbox, undescribed: undescribedRoutes(openApi) },
    exceptions: new Map(
      exceptions.map((one) => [one, (own.exceptions.get(one) ?? 0) + (sandbox.exceptions.get(one) ?? 0)])
    )
  }
}

/** When npm had each version that was pinned: the description itself does not say how old it is. */
export const publishedAt: Readonly<Record<string, string>> = { "23.0.2": "2026-09-09" }

const count = (value: number, what: string): string => `${value.toLocaleString("en")} ${what}`

const tallyText = (title: string, { operations, requests, answers, generalAnswers, statuses }: Tally): string =>
  [
    title,
    `  ${count(operations.size, "operations")}, ${count(requests, "requests")} and ${count(answers, "answers")} validated`,
    `  statuses: ${[...statuses].map(([status, times]) => `${status} (${times})`).join(", ")}`,
    `  of the answers, ${count(generalAnswers, "have a status that their operation does not list, by the service's general rules")}`
  ].join("\n")

export const contractText = ({ version, own, sandbox, exceptions: occurred }: Contract): string => {
  const operations = new Set([...own.tally.operations, ...sandbox.tally.operations])
  const findings = [...own.tally.findings, ...sandbox.tally.findings]
  return [
    `GitHub's OpenAPI description (api.github.com, ${apiVersion}) of @octokit/openapi ${version} (${publishedAt[version]})`,
    `${count(operations.size, "operations checked")}, ${count(findings.length, "findings")}`,
    "",
    tallyText(`Our side: ${own.steps.size} tool steps, ${own.methods.size} methods of the client`, own.tally),
    tallyText("The sandbox: each of its operations, asked well and badly", sandbox.tally),
    "",
    `${count(occurred.size, "exceptions")}:`,
    ...[...occurred].map(
      ([{ operation, place, reason }, times]) => `  ${operation}, ${place} (${times} times): ${reason}`
    ),
    ...findingLines(findings).map((line) => `finding: ${line}`),
    ""
  ].join("\n")
}

if (import.meta.main) {
  const contract = await runContract()
  const text = contractText(contract)
  const folder = new URL("../../../../artifacts/", import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL("codehost-contract.txt", folder), text)
  process.stdout.write(text)
  process.exitCode = contract.own.tally.findings.length + contract.sandbox.tally.findings.length > 0 ? 1 : 0
}

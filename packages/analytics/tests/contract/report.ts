/**
 * Validates every request of the client and every response of the sandbox against the official messages, and reports
 * the results. `pnpm report:contract` prints the report and writes it to `artifacts`.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"

import { routes } from "../protocol/requests.ts"
import { drive, type Driven } from "./drive.ts"
import type { Judgement } from "./judge.ts"
import { scenarios } from "./scenario.ts"

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly devDependencies: Readonly<Record<string, string>>
}

/** The packages that contain the messages, with their versions. */
export const releases = ["@google-analytics/data", "@google-analytics/admin"].map(
  (name) => `${name} ${manifest.devDependencies[name] ?? ""}`
)

/** One line for each distinct finding, with the number of occurrences. */
export const findingsOf = ({ own, wrong }: Driven): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const { operation = "no operation", request, answer } of [...own, ...wrong]) {
    const lines = [...request.map((line) => `request  ${line}`), ...answer.map((line) => `answer  ${line}`)]
    for (const line of lines.map((one) => `${operation}  ${one.replaceAll(/\.\d+|\[\d+\]/g, ".*")}`)) {
      counts.set(line, (counts.get(line) ?? 0) + 1)
    }
  }
  return [...counts].map(([line, times]) => `${line}  (${times})`).toSorted()
}

/** The number of responses by status. */
export const statusesOf = (judgements: ReadonlyArray<Judgement>): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const { status } of judgements) counts.set(status, (counts.get(status) ?? 0) + 1)
  return new Map([...counts].toSorted(([a], [b]) => a - b))
}

/** Operations that responded with 200. */
export const operationsOf = (judgements: ReadonlyArray<Judgement>): ReadonlySet<string> =>
  new Set(judgements.flatMap(({ operation, status }) => (operation === undefined || status !== 200 ? [] : [operation])))

const statusText = (judgements: ReadonlyArray<Judgement>): string =>
  [...statusesOf(judgements)].map(([status, times]) => `${status} (${times})`).join(", ")

const short = (operation: string): string => operation.replaceAll(/[\^$\\]/g, "").replaceAll("d+", "1")

export const contractText = (driven: Driven): string => {
  const { own, wrong, steps, methods } = driven
  const findings = findingsOf(driven)
  const of = (operation: string) => own.filter((one) => one.operation === operation)
  return [
    `The protocol buffer messages of ${releases.join(" and ")}`,
    `${operationsOf(own).size} of ${routes.length} operations answered, ${findings.length} findings`,
    "",
    `Our side: ${steps.size} tool steps, ${methods.size} methods of the client`,
    `  ${own.length} requests and as many answers validated; statuses: ${statusText(own)}`,
    "Requests that are wrong on purpose",
    `  ${wrong.length} answers validated; statuses: ${statusText(wrong)}`,
    "",
    ...routes.map((operation) => `  ${String(of(operation).length).padStart(3)}  ${short(operation)}`),
    ...findings.map((line) => `finding: ${line}`),
    ""
  ].join("\n")
}

if (import.meta.main) {
  const driven = await drive(scenarios)
  const text = contractText(driven)
  const folder = new URL("../../../../artifacts/", import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL("analytics-contract.txt", folder), text)
  process.stdout.write(text)
  process.exitCode = findingsOf(driven).length > 0 ? 1 : 0
}

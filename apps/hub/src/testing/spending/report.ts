/** Reports on a run of many lookups: a short summary, and every unknown row. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { faultsMet, unknownRows, violations, type Evidence } from "./check.ts"

const artifacts = fileURLToPath(new URL("../../../../../artifacts/spending", import.meta.url))

/** Counts equal names, most frequent first. */
const tally = (names: ReadonlyArray<string>): string => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ")
}

const summary = (evidence: Evidence): ReadonlyArray<readonly [label: string, value: string]> => {
  const { calls, cap, charges, fullDisks, kills, lines, outages, peak, rows, seconds, seed } = evidence
  const questionCount = lines.filter(({ at }) => at === "asked").length
  const answerLines = lines.filter((line) => line.at === "answered")
  const errors = answerLines.flatMap((line) =>
    line.outcome === "error" ? [line.error.guard ?? line.error.reason] : []
  )
  const unknownCount = unknownRows(evidence)
  const charged = unknownCount.filter(({ chargedByProvider }) => chargedByProvider > 0)
  const faults = calls.flatMap(({ fault }) => fault ?? [])
  return [
    ["seed", String(seed)],
    ["lookups", `${questionCount} in ${seconds.toFixed(1)} s, ${Math.round(questionCount / seconds)} a second`],
    [
      "processes killed",
      `${kills}, with ${questionCount - answerLines.length} lookups under way; network outages ${outages}, full disks ${fullDisks}`
    ],
    [
      "sent",
      `${calls.length} calls for ${rows.length} rows, ${faults.length} met one of ${faultsMet(evidence).size} faults`
    ],
    ["from the cache", String(answerLines.filter((l) => l.outcome === "answer" && l.basis === "cache").length)],
    ["charged", `${charges.total} credits; most in the ledger at any time ${peak}, cap ${cap}`],
    ["rows", tally(rows.map(({ state }) => state))],
    ["unknown or confirmed", `${unknownCount.length}, of which the provider charged ${charged.length}`],
    [
      "charged twice, by choice",
      String(charges.items.filter(({ id, times }) => times > 1 && !id.startsWith("search")).length)
    ],
    ["errors", tally(errors)],
    ["violations", String(violations(evidence).length)]
  ]
}

/** Prints the summary, and writes it with the unknown rows to `artifacts/spending/<name>.txt`. */
export const report = (name: string, evidence: Evidence): void => {
  const lines = summary(evidence).map(([label, value]) => `${`${label}:`.padEnd(26)}${value}`)
  const rows = unknownRows(evidence).map(
    ({ chargedByProvider, faults, id, keys, state }) =>
      `${id} ${state.padEnd(9)} provider charged ${chargedByProvider}  ${faults.join(", ").padEnd(16)} ${keys}`
  )
  mkdirSync(artifacts, { recursive: true })
  writeFileSync(
    join(artifacts, `${name}.txt`),
    [...lines, "", "Unknown rows, each with what the provider says:", ...rows, "", ...violations(evidence), ""].join(
      "\n"
    )
  )
  process.stdout.write(`\nSpending, ${name}\n${lines.map((line) => `  ${line}\n`).join("")}\n`)
}

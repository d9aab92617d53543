/**
 * `inlay enrich`: looks up each row of a list of people or companies, and writes the list with the results as new
 * columns.
 */
import { Notice } from "@inlay/agent-plugin/Caller"
import type { CommandAnswer, CommandHandler } from "@inlay/agent-plugin/Command"
import { extendedCsvLine, plainCsvLine } from "@inlay/agent-plugin/csv"
import { InputFiles } from "@inlay/agent-plugin/InputFiles"
import { OutputFiles } from "@inlay/agent-plugin/OutputFiles"
import { isWithin } from "@inlay/core-http/Ledger"
import { invalid, ProviderError } from "@inlay/core-http/ProviderError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import type { Kind } from "./enrich/column-names.ts"
import { estimateOf, keyOf, type Estimate } from "./enrich/estimate.ts"
import { listOf, type List, type ListRow } from "./enrich/list.ts"
import { lookUp, type Lookups } from "./enrich/lookups.ts"
import { newCells, newColumns, type RowOutcome } from "./enrich/new-columns.ts"

/** The flags of the command line. */
export interface Flags {
  readonly list: string
  readonly out: Option.Option<string>
  readonly estimate: boolean
  readonly cap: Option.Option<number>
  readonly kind: Option.Option<Kind>
  readonly column: ReadonlyArray<string>
  readonly force: boolean
  readonly plain: boolean
}

/** The most credits that a list may cost without a cap. */
const WITHOUT_CAP = 100

/** Lines per write. */
const LINES = 1000

const checkFlags = ({ out, estimate, cap }: Flags) => {
  const problems = [
    ...(Option.isNone(out) && !estimate
      ? [
          {
            field: "--out",
            message: "is required: a file for the enriched list, or --estimate to see only the price"
          }
        ]
      : []),
    ...(Option.isSome(cap) && !(cap.value >= 0) ? [{ field: "--cap", message: "must be 0 credits or more" }] : [])
  ]
  return problems.length === 0 ? Effect.void : Effect.fail(invalid("salesdata", "enrich", problems))
}

const number = (value: number): string => value.toLocaleString("en-US")

const countOf = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? "" : "s"}`

const PLURAL: Readonly<Record<Kind, string>> = { person: "people", company: "companies" }

/** How to choose the other kind, if the list does not say clearly what its rows are. */
const kindHint = ({ kind, isCertain }: List): ReadonlyArray<string> => {
  const other = kind === "person" ? "company" : "person"
  return isCertain ? [] : [`If the rows are ${PLURAL[other]}, use --kind ${other}.`]
}

const withoutCap = (list: List, { credits, lookups }: Estimate) =>
  new ProviderError({
    provider: "salesdata",
    operation: "enrich",
    reason: {
      _tag: "Refused",
      guard: "cap",
      what: `The list may cost ${countOf(credits, "credit")} for ${countOf(lookups.length, "lookup")} of ${PLURAL[list.kind]}, and neither the account nor this run has a cap.`,
      remedy: { to: "read", text: [`Set a cap, such as --cap ${credits}.`, ...kindHint(list)].join(" ") },
      nothing: "sent"
    }
  })

const estimateLine = ({ kind }: List, { lookups, credits }: Estimate): string => {
  const knownCount = lookups.filter(({ isKnown }) => isKnown).length
  return `${countOf(lookups.length, "lookup")} of ${PLURAL[kind]}, ${number(knownCount)} of them already known and free; at most ${countOf(credits, "credit")}`
}

const factsOf = ({ rows, kind }: List, estimate: Estimate) => ({
  kind,
  rows: rows.length,
  lookups: estimate.lookups.length,
  known: estimate.lookups.filter(({ isKnown }) => isKnown).length,
  skipped: estimate.skipped,
  estimate: estimate.credits
})

const row = (label: string, value: string) => ({ label, value, kind: "text" as const, source: "" })

const cardOf = Effect.fnUntraced(function* (
  title: string,
  subtitle: string,
  rows: ReadonlyArray<readonly [string, string]>,
  notices: ReadonlyArray<string>
) {
  return {
    title,
    subtitle,
    notices: notices.map((text) => ({ tone: "warning" as const, text })),
    sections: [{ title: "", rows: rows.map(([label, value]) => row(label, value)) }],
    fetchedAt: new Date(yield* Clock.currentTimeMillis).toISOString(),
    fromCache: false
  }
})

const estimateAnswer = Effect.fnUntraced(function* (list: List, estimate: Estimate) {
  const { left } = estimate
  const card = yield* cardOf(
    "What the list may cost",
    `${countOf(list.rows.length, "row")} of ${PLURAL[list.kind]}`,
    [
      ["Lookups", estimateLine(list, estimate)],
      ["Without an identifier", countOf(estimate.skipped, "row")],
      ...(left === undefined ? [] : [["Left within the account's caps", countOf(left, "credit")] as const])
    ],
    [
      ...kindHint(list),
      ...(left !== undefined && !isWithin(estimate.credits, left)
        ? ["The account's caps leave less than that: some rows would not be looked up."]
        : [])
    ]
  )
  const answer: CommandAnswer = {
    json: { ...factsOf(list, estimate), ...(left !== undefined && { left }) },
    card,
    footer: ["Nothing was sent."]
  }
  return answer
})

/** Returns the outcome of a row. If several rows have the same lookup, only the first one counts its credits. */
const outcomeOf = ({ lookup, note }: ListRow, outcomes: Lookups["outcomes"], keysBefore: Set<string>): RowOutcome => {
  if (lookup === undefined) return { status: "skipped", ...(note !== undefined && { note }) }
  const key = keyOf(lookup)
  const outcome = outcomes.get(key) ?? { status: "not asked" as const }
  const isRepeat = keysBefore.has(key)
  keysBefore.add(key)
  const notes = [note, outcome.note].filter((one) => one !== undefined).join("; ")
  return {
    ...outcome,
    ...(isRepeat && typeof outcome.credits === "number" && { credits: 0 }),
    ...(notes !== "" && { note: notes })
  }
}

const countsOf = (outcomes: ReadonlyArray<RowOutcome>) => {
  const of = (...statuses: ReadonlyArray<RowOutcome["status"]>) =>
    outcomes.filter(({ status }) => statuses.includes(status)).length
  return {
    match: of("match"),
    noMatch: of("no match"),
    another: of("another person", "another company"),
    /** Matches with a note. */
    remarks: outcomes.filter(({ status, note }) => status === "match" && note !== undefined).length,
    skipped: of("skipped"),
    failed: of("failed"),
    chargeUnknown: of("charge unknown"),
    notAsked: of("not asked")
  }
}

/** A line about some rows, if there are any. */
const about = (count: number, line: string): ReadonlyArray<string> => (count === 0 ? [] : [line])

const chargesOf = ({ chargeUnknown }: ReturnType<typeof countsOf>) =>
  about(
    chargeUnknown,
    `${countOf(chargeUnknown, "row")} may have been charged without an answer: \`inlay charges\` lists and settles them.`
  )

const noticesOf = (counts: ReturnType<typeof countsOf>, kind: Kind, stop: string | undefined) => [
  ...about(
    counts.notAsked,
    `${countOf(counts.notAsked, "row")} not asked: ${(stop ?? "it was stopped").replace(/\.$/, "")}. Run it again later or with a larger cap: rows that are known by then are free.`
  ),
  ...chargesOf(counts),
  ...about(
    counts.another,
    `${countOf(counts.another, "row")} ${counts.another === 1 ? "was" : "were"} answered with another ${kind}'s record, which is left out: check the identifiers.`
  ),
  ...about(
    counts.remarks,
    `${counts.remarks === 1 ? "1 match has" : `${number(counts.remarks)} matches have`} a remark: the column inlay_note says which.`
  ),
  ...about(counts.failed, `${countOf(counts.failed, "row")} failed; the column inlay_note says why.`)
]

const run = Effect.fnUntraced(function* (
  list: List,
  estimate: Estimate,
  { out, cap, force, plain }: Flags,
  account: string | undefined
) {
  const files = yield* OutputFiles
  const path = Option.getOrThrow(out)
  const tell = yield* Notice
  const target = { path, flag: "--out", replace: force, withoutFile: "Name a file, such as enriched.csv." }
  let spent = 0
  const writing = files.write(target, (write) =>
    Effect.gen(function* () {
      yield* tell([`${estimateLine(list, estimate)}.`, ...kindHint(list)].join(" "))
      const lookups = yield* lookUp(list.kind, estimate.lookups, Option.getOrUndefined(cap), account)
      const { error, stop, credits } = lookups
      spent = credits
      const keysBefore = new Set<string>()
      const outcomes = list.rows.map((one) => outcomeOf(one, lookups.outcomes, keysBefore))
      const counts = countsOf(outcomes)
      // If no row has an outcome, report only the error, and what it may have cost.
      if (error !== undefined && counts.match + counts.noMatch + counts.another === 0) {
        for (const line of chargesOf(counts)) yield* tell(line)
        return yield* Effect.fail(error)
      }
      const { mark, delimiter } = list
      const lineOf = (own: ReadonlyArray<string>, added: Parameters<typeof extendedCsvLine>[1]): string =>
        plain ? plainCsvLine([...own, ...added], delimiter) : extendedCsvLine(own, added, delimiter)
      yield* write(mark + lineOf(list.header, newColumns(list.kind)))
      for (let at = 0; at < list.rows.length; at += LINES) {
        const lines = list.rows
          .slice(at, at + LINES)
          .map(({ cells }, n) => lineOf(cells, newCells(list.kind, outcomes[at + n]!, plain)))
        yield* write(lines.join(""))
      }
      const answer: CommandAnswer = {
        json: { ...factsOf(list, estimate), ...counts, credits, file: path, ...(stop !== undefined && { stop }) },
        card: yield* cardOf(
          `${number(counts.match)} of ${countOf(list.rows.length, "row")} matched`,
          path,
          [
            ["No match", countOf(counts.noMatch, "row")],
            ["Without an identifier", countOf(counts.skipped, "row")],
            ["Credits", `${number(credits)} of at most ${number(estimate.credits)}`]
          ],
          noticesOf(counts, list.kind, stop)
        )
      }
      return answer
    })
  )
  return yield* Effect.tapError(writing, () =>
    spent === 0
      ? Effect.void
      : tell(
          `${countOf(spent, "credit")} ${spent === 1 ? "was" : "were"} charged. The answers are saved: run it again, and they are free.`
        )
  )
})

export const enrich: CommandHandler<Flags> = Effect.fnUntraced(function* (flags, { account }) {
  yield* checkFlags(flags)
  const files = yield* InputFiles
  const text = yield* files.read({ path: flags.list, flag: "FILE" })
  const choice = { kind: Option.getOrUndefined(flags.kind), columns: flags.column }
  const list = yield* Effect.fromResult(listOf(text, choice))
  const estimate = yield* estimateOf(list, account)
  if (flags.estimate) return yield* estimateAnswer(list, estimate)
  if (!isWithin(estimate.credits, WITHOUT_CAP) && Option.isNone(flags.cap) && !estimate.isCapped)
    return yield* withoutCap(list, estimate)
  return yield* run(list, estimate, flags, account)
})

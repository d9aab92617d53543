/** `inlay forget`: erases the person or company that the identifiers name. Does not create the data directory. */
import { readdirSync } from "node:fs"

import type { SubjectTrace } from "@inlay/agent-plugin/Plugin"
import { invalidReason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { hubError } from "../../hub-error.ts"
import { plugins } from "../../plugins.gen.ts"
import { isUsed } from "../../storage/DataDirectory.ts"
import { Erasure, type ErasedCounts } from "../../storage/erasure.ts"
import * as Storage from "../../storage/Storage.ts"
import * as StorageLocation from "../../storage/StorageLocation.ts"
import { asking, isAttended } from "../../terminal/ask.ts"
import { plural } from "../../terminal/plural.ts"
import { withProgress } from "../../terminal/progress.ts"
import { indentLines } from "../../terminal/wrap.ts"
import { dataDirectory } from "../data-directory.ts"
import type { Report } from "../report.ts"

export interface Options {
  readonly identifiers: ReadonlyArray<string>
  readonly yes: boolean
}

/** The keys and texts by which plugins know an identifier; undefined if no plugin recognises it. */
const traceOf = (identifier: string): SubjectTrace | undefined => {
  const subjects = plugins.flatMap((plugin) => plugin.subjectOf?.(identifier) ?? [])
  if (subjects.length === 0) return undefined
  return { keys: subjects.flatMap(({ keys }) => keys), texts: subjects.flatMap(({ texts }) => texts) }
}

const EXPECTED = "must be an e-mail address, a profile's address, a domain or an ABN"

/** The traces of all identifiers. Fails before anything is erased if one is malformed. */
const tracesOf = (identifiers: ReadonlyArray<string>) => {
  const traces = identifiers.map(traceOf)
  // The error does not repeat the identifier, because it could be anything.
  const wrong = traces.flatMap((trace, index) =>
    trace === undefined
      ? [{ field: identifiers.length === 1 ? "<identifier>" : `<identifier> ${index + 1}`, message: EXPECTED }]
      : []
  )
  return wrong.length > 0
    ? Effect.fail(hubError("forget", { ...invalidReason(wrong), nothing: "changed" }))
    : Effect.succeed(traces.filter((trace) => trace !== undefined))
}

const sumOf = (erasures: ReadonlyArray<ErasedCounts>): ErasedCounts =>
  erasures.reduce(
    (total, one) => ({
      answers: total.answers + one.answers,
      purchases: total.purchases + one.purchases,
      damaged: total.damaged + one.damaged
    }),
    { answers: 0, purchases: 0, damaged: 0 }
  )

/**
 * Erases the subjects, and then what lookups that were under way meanwhile have stored about them. Always twice, because
 * such a lookup may have ended before anybody saw it under way.
 */
const eraseAll = Effect.fnUntraced(function* (traces: ReadonlyArray<SubjectTrace>) {
  const { erase, awaitLookups } = yield* Erasure
  const erasing = Effect.forEach(traces, erase)
  const first = yield* erasing
  const underWay = yield* withProgress("Waiting for lookups under way …")(awaitLookups)
  return { ...sumOf([...first, ...(yield* erasing)]), underWay }
})

const words = (
  { answers, purchases, damaged, underWay }: ErasedCounts & { readonly underWay: number },
  whom: string,
  damagedFiles: ReadonlyArray<string>
): string =>
  [
    answers + purchases + damaged === 0
      ? `Nothing is stored about ${whom}.`
      : `Erased: ${plural(answers, "cached answer")}${damaged === 0 ? "" : `, ${plural(damaged, "damaged row")}`}.`,
    purchases === 0
      ? ""
      : `${plural(purchases, "purchase")} in the ledger ${purchases === 1 ? "keeps its" : "keep their"} cost, without saying for whom.`,
    underWay === 0
      ? ""
      : `${plural(underWay, "lookup")} that began before ${underWay === 1 ? "is" : "are"} still under way, and may store an answer about ${whom}: run this again in a while.`,
    damagedFiles.length === 0
      ? ""
      : `Damaged databases were not searched; delete them by hand: ${damagedFiles.join(", ")}.`
  ]
    .filter(Boolean)
    .join(" ")

export const forget = Effect.fnUntraced(function* ({ identifiers, yes }: Options) {
  const traces = yield* tracesOf(identifiers)
  const directory = yield* dataDirectory
  const whom = identifiers.length === 1 ? "this identifier" : "these identifiers"
  const question = `Erase what is stored about ${whom}?`
  const isConfirmed = yes || !isAttended() || (yield* asking(({ confirm }) => confirm(question)))
  const isStored = isConfirmed && (yield* StorageLocation.isUsed(directory))
  const counts = isStored
    ? yield* Effect.provide(eraseAll(traces), Storage.layer(directory))
    : { ...sumOf([]), underWay: 0 }
  const damagedFiles =
    isConfirmed && isUsed(directory)
      ? readdirSync(directory).filter((name) => name.startsWith("inlay.db.damaged-"))
      : []
  return {
    ok: isConfirmed && counts.underWay === 0,
    json: { ok: isConfirmed && counts.underWay === 0, ...counts, notSearched: damagedFiles },
    text: ({ columns }) =>
      indentLines(isConfirmed ? words(counts, whom, damagedFiles) : "Nothing was changed.", columns, 0)
  } satisfies Report
})

/** `inlay charges`: lists and settles unknown charges in the ledger. Does not create the data directory. */
import { accountOfScope } from "@inlay/agent-plugin/Accounts"
import { creditText } from "@inlay/core-http/credit-text"
import type { Row } from "@inlay/core-http/Ledger"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import type { StorageError } from "@inlay/core-http/StorageError"
import { LedgerBook } from "@inlay/sql-stores/LedgerBook"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { hubError, wrongField } from "../../hub-error.ts"
import { unknownChargeJson } from "../../spend-json.ts"
import * as Storage from "../../storage/Storage.ts"
import { ago } from "../../terminal/ago.ts"
import type { Screen } from "../../terminal/Screen.ts"
import { table } from "../../terminal/table.ts"
import { indentLines } from "../../terminal/wrap.ts"
import { dataDirectory, isDirectoryUsed } from "../data-directory.ts"
import type { Report } from "../report.ts"

export interface Options {
  readonly id: string
  readonly charged: number | undefined
  readonly notCharged: boolean
}

/** The number of characters of an id in the list. */
const SHOWN_CHARS = 8
/** The shortest prefix of an id that is accepted. */
const LEAST_CHARS = 4

const accountOf = ({ scope }: Row): { readonly plugin: string; readonly account: string } => {
  const { plugin, name } = accountOfScope(scope)
  return { plugin, account: name }
}

const describe = (row: Row) => {
  const { id, ...charge } = unknownChargeJson(row)
  return { id, ...accountOf(row), ...charge }
}

const NEXT =
  "Check the provider's credit log. Then settle it with `inlay charges settle <id> --charged N` or `--not-charged`, or ask again with `inlay run` and --unknown-charge."

const list = (screen: Screen, rows: ReadonlyArray<Row>, now: number): string =>
  rows.length === 0
    ? "No unknown charges."
    : [
        table(
          screen,
          [
            { title: "Id", fixed: true },
            { title: "Account", fixed: true },
            { title: "Lookup" },
            { title: "Sent", fixed: true },
            { title: "Up to", fixed: true }
          ],
          rows.map((row) => [
            { text: row.id.slice(0, SHOWN_CHARS), paint: screen.style.cyan },
            row.scope,
            ProviderText.line(`${row.operation} ${row.keys.join(" ")}`),
            ago(row.atMillis, now),
            row.estimate === null ? "unknown" : creditText(row.estimate)
          ])
        ),
        "",
        screen.style.dim(indentLines(NEXT, screen.columns, 0))
      ].join("\n")

/** Uses the ledger of the data directory; passes `undefined` if there is none. */
const inLedger = Effect.fnUntraced(function* <A>(
  use: (book: LedgerBook["Service"] | undefined) => Effect.Effect<A, ProviderError | StorageError>
) {
  const isStored = yield* isDirectoryUsed
  return yield* isStored ? Effect.provide(LedgerBook.use(use), Storage.layer(yield* dataDirectory)) : use(undefined)
})

export const charges = inLedger(
  Effect.fnUntraced(function* (book) {
    const now = yield* Clock.currentTimeMillis
    const rows = book === undefined ? [] : yield* book.unknowns(now)
    return { ok: true, json: rows.map(describe), text: (screen) => list(screen, rows, now) } satisfies Report
  })
)

/** The credits of `--charged` or `--not-charged`. Exactly one of them must be given. */
const creditsOf = ({ charged, notCharged }: Options): Effect.Effect<number, ProviderError> => {
  if (charged !== undefined && !notCharged) return Effect.succeed(charged)
  if (charged === undefined && notCharged) return Effect.succeed(0)
  return Effect.fail(wrongField("charges settle", "--charged", "or --not-charged must be given, but not both"))
}

const unknownId = (rows: ReadonlyArray<Row>, matching: number) =>
  hubError("charges settle", {
    _tag: "NotFound",
    what:
      matching > 1
        ? "Several unknown charges have an id that begins with this."
        : "There is no unknown charge with that id.",
    remedy: { to: "read", text: "`inlay charges` lists them." },
    nothing: "changed",
    known: rows.map(({ id }) => id)
  })

export const settle = (options: Options) =>
  inLedger(
    Effect.fnUntraced(function* (book) {
      const charged = yield* creditsOf(options)
      const now = yield* Clock.currentTimeMillis
      const rows = book === undefined ? [] : yield* book.unknowns(now)
      const beginning = options.id.trim().toLowerCase()
      const matching = rows.filter(
        ({ id }) => id === beginning || (beginning.length >= LEAST_CHARS && id.startsWith(beginning))
      )
      const [row] = matching
      if (book === undefined || row === undefined || matching.length > 1) {
        return yield* unknownId(rows, matching.length)
      }
      if (!(yield* book.settle(row.id, { charged, managesCaps: true }, now))) return yield* unknownId(rows, 0)
      return {
        ok: true,
        json: { ok: true, id: row.id, ...accountOf(row), charged },
        text: ({ columns }) =>
          indentLines(`Recorded as ${creditText(charged)} of ${row.scope}. The lookup can be run again.`, columns, 0)
      } satisfies Report
    })
  )

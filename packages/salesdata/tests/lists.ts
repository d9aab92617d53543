/** `inlay enrich` with files in memory, for its tests. */
import { Notice, Progress, type StepProgress } from "@inlay/agent-plugin/Caller"
import type { Card } from "@inlay/agent-plugin/Card"
import { InputFiles } from "@inlay/agent-plugin/InputFiles"
import { OutputFiles } from "@inlay/agent-plugin/OutputFiles"
import { invalid, ProviderError } from "@inlay/core-http/ProviderError"
import { parse } from "csv-parse/sync"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { beforeEach } from "vitest"

import { enrich, type Flags } from "../src/commands/enrich.ts"
import type { World } from "./world.ts"

/** The flags of `inlay enrich` that a test sets. */
export type FlagValues = {
  readonly [Name in keyof Flags]?: Flags[Name] extends Option.Option<infer A> ? A : Flags[Name]
}

const optional = <A>(value: A | undefined): Option.Option<A> =>
  value === undefined ? Option.none() : Option.some(value)

const flagsOf = (flags: FlagValues): Flags => ({
  list: "in.csv",
  out: optional(flags.out),
  estimate: flags.estimate === true,
  cap: optional(flags.cap),
  kind: optional(flags.kind),
  column: flags.column ?? [],
  force: false,
  plain: flags.plain === true
})

/** No file of this name can be written, which only its end shows. */
export const FULL = "full.csv"

/** For the tests of a file; emptied before each of them. `values` override the account's fields. */
export const lists = ({ within }: World) => {
  const files = new Map<string, string>()
  const steps: Array<StepProgress> = []
  /** Each with the number of steps that were reported before it. */
  const notices: Array<readonly [string, number]> = []
  const cards: Array<Card> = []
  beforeEach(() => {
    files.clear()
    cards.length = 0
    steps.length = 0
    notices.length = 0
  })

  const enriched = async (text: string, flags: FlagValues = { out: "out.csv" }, values = {}) => {
    const answer = await within(
      enrich(flagsOf(flags), { account: undefined }).pipe(
        Effect.provideService(InputFiles, { read: () => Effect.succeed(text) }),
        Effect.provideService(OutputFiles, {
          write: ({ path }, use) => {
            let written = ""
            return Effect.tap(
              use((more) => Effect.sync(() => void (written += more))),
              () =>
                path === FULL
                  ? Effect.fail(invalid("inlay", "write", [{ field: "--out", message: "cannot be written" }]))
                  : Effect.sync(() => files.set(path, written))
            )
          }
        }),
        Effect.provideService(Notice, (line) => Effect.sync(() => void notices.push([line, steps.length]))),
        Effect.provideService(Progress, (step) => Effect.sync(() => void steps.push(step)))
      ),
      values
    )
    if (answer.card !== undefined) cards.push(answer.card)
    return answer.json as Readonly<Record<string, unknown>>
  }

  const refused = async (...args: Parameters<typeof enriched>) => {
    const outcome: unknown = await enriched(...args).catch((error: unknown) => error)
    if (outcome instanceof ProviderError) return outcome
    throw new Error(`it was not refused: ${JSON.stringify(outcome)}`)
  }

  const rowsOf = (
    text = files.get("out.csv") ?? "",
    delimiter = ","
  ): ReadonlyArray<Readonly<Record<string, string>>> => parse(text, { columns: true, delimiter })

  return { enriched, refused, rowsOf, files, steps, notices, cards }
}

/**
 * One tool step: what an agent, a command or a page can ask a plugin to do. A plain value; one step, one file.
 */
import { fieldErrorsOf, judging } from "@inlay/core-http/FieldErrors"
import type { Across, Operation } from "@inlay/core-http/Operation"
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import { free, type Preview } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as AnswerSize from "../answers/AnswerSize.ts"
import { lenient } from "./lenient-input.ts"

/** What a step does to the world, in the terms of MCP; all four are always said. */
export interface Hints {
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
  readonly openWorld: boolean
}

/** What a run costs. `upTo` is per run in the unit; `null` where it depends on the answer. */
export interface Cost {
  readonly unit: "credits" | "quota"
  readonly upTo: number | null
  readonly note: string
}

/** The parts of a step that are pure data. */
export interface StepInfo {
  /** `<plugin>_<title in snake_case>`. */
  readonly id: string
  /** The specification's words. */
  readonly title: string
  /** For agents: what it is for, when to use it, what it costs. One or two sentences. */
  readonly description: string
  readonly hints: Hints
  /** Rights that the account needs; empty where the provider has none. */
  readonly scopes: ReadonlyArray<string>
  /** `null` for a free step. */
  readonly cost: Cost | null
  /**
   * Changes data or only reads, by its input, whose `method` is GET where it reads: the account's client keeps a read-only one
   * from changing anything.
   */
  readonly readsToo?: boolean
}

/** Whether every run may change data: such a step is not for a read-only account. */
export const alwaysWrites = ({ hints, readsToo }: Pick<StepInfo, "hints" | "readsToo">): boolean =>
  !hints.readOnly && readsToo !== true

/** Whether a run of this input can neither change data nor cost credits. */
export const isFreeRead = (
  { hints, readsToo, cost }: Pick<StepInfo, "hints" | "readsToo"> & Partial<Pick<StepInfo, "cost">>,
  input: unknown
): boolean => {
  if (cost?.unit === "credits") return false
  if (hints.readOnly) return true
  return readsToo === true && typeof input === "object" && input !== null && "method" in input && input.method === "GET"
}

/** A step: what it says of itself, its schemas, and how it runs over the services `R`. */
export interface ToolStep<R> extends StepInfo {
  /** `ToolSchema.ts` gives them as JSON Schema: apart, because browsers need neither. */
  readonly input: Schema.Top
  readonly output: Schema.Top
  /**
   * Decodes the input, runs the step, and gives plain JSON of at most 16 KB, or what the input `max_kb` asks for. Malformed
   * input fails as `Invalid` before anything else.
   */
  readonly run: (input: unknown) => Effect.Effect<unknown, ProviderError, R>
  /** What `run` would cost and meet now. Malformed input fails as it would there; nothing is sent. */
  readonly preview: (input: unknown) => Effect.Effect<Preview, ProviderError, R>
}

/** Of a step that has no preview of its own: it is free, or costs what it says of itself. */
const statedCost = ({ cost }: StepInfo): Preview =>
  cost?.unit === "credits" ? { ...free, isFree: false, estimate: cost.upTo } : free

/** A step from its parts; `run` here takes the decoded input and gives the output before it is encoded. */
export const make = <I extends Schema.Codec<unknown, unknown>, O extends Schema.Codec<unknown, unknown>, R>(
  step: StepInfo & {
    readonly input: I
    readonly output: O
    readonly run: (input: I["Type"]) => Effect.Effect<O["Type"], ProviderError, R>
    /** For a step that costs credits: what the decoded input would cost and meet. Sends nothing. */
    readonly preview?: (input: I["Type"]) => Effect.Effect<Preview, ProviderError, R>
  }
): ToolStep<R> => {
  const { input, output, run, preview, ...info } = step
  const decode = Schema.decodeUnknownResult(judging(input) as I)
  const encode = Schema.encodeUnknownSync(output)
  const provider = info.id.slice(0, info.id.indexOf("_"))
  const read = (raw: unknown): Effect.Effect<I["Type"], ProviderError> => {
    const result = decode(lenient(input, raw), { errors: "all", onExcessProperty: "error" })
    return Result.isFailure(result)
      ? Effect.fail(invalid(provider, info.id, fieldErrorsOf(result.failure)))
      : Effect.succeed(result.success)
  }
  return {
    ...info,
    input,
    output,
    run: (raw) =>
      Effect.flatMap(read(raw), (decodedInput) =>
        Effect.map(run(decodedInput), (value) => AnswerSize.fit(encode(value), AnswerSize.limitOf(decodedInput)))
      ),
    preview: (raw) => Effect.flatMap(read(raw), preview ?? (() => Effect.succeed(statedCost(info))))
  }
}

/** Of an output before it is encoded. */
type Encoder = (value: unknown) => unknown

/**
 * A step over one operation of the client: its input and rules are the operation's, and so is the name of its errors.
 */
export const over = <
  F extends Schema.Struct.Fields,
  A,
  R,
  G extends Schema.Struct.Fields = Record<never, never>,
  O = A
>(
  operation: Operation<F, A>,
  step: StepInfo & {
    /** Inputs of the step alone, such as how much to show: judged in the same round, and never part of the operation. */
    readonly own?: G
    /** Rules between the step's own inputs, as the operation's are between its fields. */
    readonly across?: Across
    /** Where the step shows something else than the operation gives. */
    readonly output?: Schema.Codec<O, unknown>
    readonly run: (input: Schema.Struct<F>["Type"], own: Schema.Struct<G>["Type"]) => Effect.Effect<O, ProviderError, R>
    /** For a step that costs credits: what the operation's input would cost and meet. Sends nothing. */
    readonly preview?: (input: Schema.Struct<F>["Type"]) => Effect.Effect<Preview, ProviderError, R>
  }
): ToolStep<R> => {
  const { across, own, output = operation.output, run, preview, ...info } = step
  const ownInput: Schema.Top = Schema.Struct(own ?? {})
  const input: Schema.Top = own === undefined ? operation.input : Schema.Struct({ ...operation.input.fields, ...own })
  const decodeOwn = Schema.decodeUnknownResult(ownInput as Schema.Codec<unknown, unknown>)
  const encode: Encoder = Schema.encodeUnknownSync(output)
  /** The operation's input and the step's own, every wrong field of both in one round. */
  const read = (
    raw: unknown
  ): Effect.Effect<readonly [Schema.Struct<F>["Type"], Schema.Struct<G>["Type"]], ProviderError> => {
    const [theirs, ours] = divide(lenient(input, raw), own ?? {})
    const result = decodeOwn(ours, { errors: "all" })
    const problems = [
      ...operation.problems(theirs),
      ...(Result.isFailure(result) ? fieldErrorsOf(result.failure) : []),
      ...(across?.(ours) ?? [])
    ]
    return problems.length > 0
      ? Effect.fail(invalid(operation.provider, operation.name, problems))
      : Effect.succeed([theirs as Schema.Struct<F>["Type"], ours as Schema.Struct<G>["Type"]])
  }
  return {
    ...info,
    input,
    output,
    run: (raw) =>
      Effect.flatMap(read(raw), ([theirs, ours]) =>
        Effect.map(run(theirs, ours), (value) => AnswerSize.fit(encode(value), AnswerSize.limitOf(ours)))
      ),
    preview: (raw) => Effect.flatMap(read(raw), ([theirs]) => preview?.(theirs) ?? Effect.succeed(statedCost(info)))
  }
}

/** An input's fields of the operation, and those of the step. What is no object is for the operation to judge. */
const divide = (
  input: unknown,
  own: Schema.Struct.Fields
): readonly [operation: unknown, own: Readonly<Record<string, unknown>>] => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return [input, {}]
  const fields = Object.entries(input)
  return [
    Object.fromEntries(fields.filter(([name]) => !Object.hasOwn(own, name))),
    Object.fromEntries(fields.filter(([name]) => Object.hasOwn(own, name)))
  ]
}

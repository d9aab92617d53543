/**
 * A tool step: something that an agent, a command or a page can ask a plugin to do. A plain value; one step per file.
 */
import { fieldErrorsOf, judging } from "@inlay/core-http/FieldErrors"
import { isJsonObject } from "@inlay/core-http/json-object"
import type { Across, Operation } from "@inlay/core-http/Operation"
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import { free, type Preview } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import * as AnswerSize from "../answers/AnswerSize.ts"
import { lenient } from "./lenient-input.ts"

/** MCP's hints about a step's effects. All four are required. */
export interface Hints {
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
  readonly openWorld: boolean
}

/** What a run costs. `upTo` is the maximum per run in the given unit, or `null` if it depends on the response. */
export interface Cost {
  readonly unit: "credits" | "quota"
  readonly upTo: number | null
  readonly note: string
}

/** The parts of a step that are pure data. */
export interface StepInfo {
  /** `<plugin>_<title in snake_case>`. */
  readonly id: string
  /** The title from the specification. */
  readonly title: string
  /** For agents: what the step does, when to use it and what it costs. One or two sentences. */
  readonly description: string
  readonly hints: Hints
  /** Scopes that the account needs. Empty if the provider has none. */
  readonly scopes: ReadonlyArray<string>
  /** `null` for a free step. */
  readonly cost: Cost | null
  /**
   * Whether the step reads or changes data depending on its input `method`, where GET only reads. A read-only account
   * may use it, because the account's client refuses requests that would change data.
   */
  readonly readsToo?: boolean
}

/** What tells whether a run may change data. */
export interface Writing extends Pick<StepInfo, "readsToo"> {
  readonly hints: Pick<Hints, "readOnly">
}

/** Whether every run may change data. Such a step cannot be used with a read-only account. */
export const alwaysWrites = ({ hints, readsToo }: Writing): boolean => !hints.readOnly && readsToo !== true

/** The effect of a step in a word or two, for people. A step that costs credits is not read-only, but changes nothing. */
export const effectOf = ({ hints, readsToo, cost }: Pick<StepInfo, "hints" | "readsToo" | "cost">): string => {
  if (readsToo === true) return "reads or changes, by method"
  if (cost?.unit === "credits") return "reads, spends credits"
  if (hints.readOnly) return "reads"
  // What adds something adds it once more if it is repeated.
  return hints.destructive || hints.idempotent ? "changes" : "adds"
}

/** Whether a run with this input can neither change data nor cost credits. */
export const isFreeRead = (
  { hints, readsToo, cost }: Writing & Partial<Pick<StepInfo, "cost">>,
  input: unknown
): boolean => {
  if (cost?.unit === "credits") return false
  if (hints.readOnly) return true
  return readsToo === true && isJsonObject(input) && input["method"] === "GET"
}

/** A step: its description, its schemas, and how it runs with the services `R`. */
export interface ToolStep<R> extends StepInfo {
  /** `ToolSchema.ts` converts the schemas to JSON Schema. It is a separate module because browsers do not need it. */
  readonly input: Schema.Top
  readonly output: Schema.Top
  /** The JSON Schema of the input if it is not that of `input`. */
  readonly jsonSchema?: Readonly<Record<string, unknown>>
  /** The name of the only operation that it sends, as the ledger names it. Absent if it may send any, as API Call. */
  readonly operation?: string
  /**
   * Decodes the input, runs the step, and returns plain JSON of at most 16 KB, or of the size that the input `max_kb`
   * allows. Malformed input fails as `Invalid` before anything else.
   */
  readonly run: (input: unknown) => Effect.Effect<unknown, ProviderError, R>
  /**
   * Returns what `run` would cost and which limits would apply now. Fails on malformed input as `run` does. Sends
   * nothing.
   */
  readonly preview: (input: unknown) => Effect.Effect<Preview, ProviderError, R>
}

/** The preview of a step without its own: free, or the cost in its description. */
const statedCost = ({ cost }: StepInfo): Preview =>
  cost?.unit === "credits" ? { ...free, isFree: false, estimate: cost.upTo } : free

/**
 * Makes a step from its parts. `run` takes the decoded input and returns the output before encoding.
 *
 * @example
 * ```ts
 * import { ToolStep } from "@inlay/agent-plugin"
 * import { Effect, Schema } from "effect"
 *
 * const double = ToolStep.make({
 *   id: "sample_double",
 *   title: "Double",
 *   description: "Twice a number. Free.",
 *   hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
 *   scopes: [],
 *   cost: null,
 *   input: Schema.Struct({ number: Schema.Finite }),
 *   output: Schema.Struct({ twice: Schema.Finite }),
 *   run: ({ number }) => Effect.succeed({ twice: 2 * number })
 * })
 * console.log(await Effect.runPromise(double.run({ number: 21 }))) // => { twice: 42 }
 * const { reason } = await Effect.runPromise(Effect.flip(double.run({ number: "many" })))
 * console.log(reason._tag) // => Invalid
 * ```
 */
export const make = <I extends Schema.Codec<unknown, unknown>, O extends Schema.Codec<unknown, unknown>, R>(
  step: StepInfo & {
    readonly input: I
    readonly output: O
    readonly jsonSchema?: Readonly<Record<string, unknown>>
    /** The plugin in errors. Default: the id up to its first underscore. */
    readonly provider?: string
    readonly run: (input: I["Type"]) => Effect.Effect<O["Type"], ProviderError, R>
    /**
     * For a step that costs credits: returns what the decoded input would cost and which limits would apply. Sends
     * nothing.
     */
    readonly preview?: (input: I["Type"]) => Effect.Effect<Preview, ProviderError, R>
  }
): ToolStep<R> => {
  const { input, output, run, preview, provider = step.id.slice(0, step.id.indexOf("_")), ...info } = step
  const decode = Schema.decodeUnknownResult(judging(input) as I)
  const encode = Schema.encodeUnknownSync(output)
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

/**
 * Makes a step from an operation of the client. The operation provides the input schema, its rules and the name used in
 * errors.
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
    /**
     * Additional inputs of the step, such as how much to show. They are validated together with the operation's input,
     * and are not passed to the operation.
     */
    readonly own?: G
    /** Rules across the step's own inputs, like the operation's rules across its fields. */
    readonly across?: Across
    /** Needed if the step's output differs from the operation's. */
    readonly output?: Schema.Codec<O, unknown>
    readonly run: (input: Schema.Struct<F>["Type"], own: Schema.Struct<G>["Type"]) => Effect.Effect<O, ProviderError, R>
    /**
     * For a step that costs credits: returns what its input would cost and which limits would apply. Sends nothing.
     */
    readonly preview?: (
      input: Schema.Struct<F>["Type"],
      own: Schema.Struct<G>["Type"]
    ) => Effect.Effect<Preview, ProviderError, R>
  }
): ToolStep<R> => {
  const { across, own, output = operation.output, run, preview, ...info } = step
  const ownInput: Schema.Top = Schema.Struct(own ?? {})
  const input: Schema.Top = own === undefined ? operation.input : Schema.Struct({ ...operation.input.fields, ...own })
  const decodeOwn = Schema.decodeUnknownResult(ownInput as Schema.Codec<unknown, unknown>)
  const encode: (value: unknown) => unknown = Schema.encodeUnknownSync(output)
  /** Validates the operation's input and the step's own, and reports all invalid fields at once. */
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
    operation: operation.name,
    run: (raw) =>
      Effect.flatMap(read(raw), ([theirs, ours]) =>
        Effect.map(run(theirs, ours), (value) => AnswerSize.fit(encode(value), AnswerSize.limitOf(ours)))
      ),
    preview: (raw) =>
      Effect.flatMap(read(raw), ([theirs, ours]) => preview?.(theirs, ours) ?? Effect.succeed(statedCost(info)))
  }
}

/**
 * Splits an input into the operation's fields and the step's own. A value that is not an object is left to the
 * operation's validation.
 */
const divide = (
  input: unknown,
  own: Schema.Struct.Fields
): readonly [operation: unknown, own: Readonly<Record<string, unknown>>] => {
  if (!isJsonObject(input)) return [input, {}]
  const fields = Object.entries(input)
  return [
    Object.fromEntries(fields.filter(([name]) => !Object.hasOwn(own, name))),
    Object.fromEntries(fields.filter(([name]) => Object.hasOwn(own, name)))
  ]
}

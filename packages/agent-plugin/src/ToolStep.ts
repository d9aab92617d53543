/**
 * One tool step: what an agent, a command or a page can ask a plugin to do. A plain value; one step, one file.
 */
import { invalid, type FieldError, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import * as AnswerSize from "./AnswerSize.ts"
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
  /** Changes data or only reads, by its input: the account's client keeps a read-only one from changing anything. */
  readonly readsToo?: boolean
}

/** Whether every run may change data: such a step is not for a read-only account. */
export const alwaysWrites = ({ hints, readsToo }: Pick<StepInfo, "hints" | "readsToo">): boolean =>
  !hints.readOnly && readsToo !== true

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
}

const fieldErrors = SchemaIssue.makeFormatterStandardSchemaV1()

const plain = (message: string): string => {
  if (message === "Missing key") return "is required"
  if (message === "Expected no excess property") return "is not a field of this step"
  return message
    .replace(/^Expected /, "must be ")
    .replace(/^must be (array|integer|object)$/, "must be an $1")
    .replace(/^must be (string|number|boolean)$/, "must be a $1")
    .replaceAll(" | ", " or ")
}

/** A schema's complaints as field errors, one for each field. */
const explain = (error: Schema.SchemaError): ReadonlyArray<FieldError> =>
  fieldErrors(error.issue).issues.map((issue) => ({
    field: (issue.path ?? []).map((key) => (typeof key === "object" ? String(key.key) : String(key))).join("."),
    message: plain(issue.message)
  }))

/** A step from its parts; `run` here takes the decoded input and gives the output before it is encoded. */
export const make = <I extends Schema.Codec<unknown, unknown>, O extends Schema.Codec<unknown, unknown>, R>(
  step: StepInfo & {
    readonly input: I
    readonly output: O
    readonly run: (input: I["Type"]) => Effect.Effect<O["Type"], ProviderError, R>
  }
): ToolStep<R> => {
  const { input, output, run, ...info } = step
  const decode = Schema.decodeUnknownResult(input)
  const encode = Schema.encodeUnknownSync(output)
  const provider = info.id.slice(0, info.id.indexOf("_"))
  return {
    ...info,
    input,
    output,
    run: (raw) => {
      const decoded = decode(lenient(input, raw), { errors: "all", onExcessProperty: "error" })
      return Result.isFailure(decoded)
        ? Effect.fail(invalid(provider, info.id, explain(decoded.failure)))
        : Effect.map(run(decoded.success), (value) =>
            AnswerSize.fit(encode(value), AnswerSize.limitOf(decoded.success))
          )
    }
  }
}

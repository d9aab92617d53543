/**
 * Describes one provider operation in one place: its name, its input with a rule for every field, and its output. The
 * client's method, the tool steps that use it and the documentation are all derived from this description.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { fieldErrorsOf, judging } from "./errors/FieldErrors.ts"
import { invalid, type FieldError, type ProviderError } from "./errors/ProviderError.ts"
import { defined, isJsonObject } from "./json/object.ts"

/**
 * Rules that involve several fields, such as "one of these must be given". The fields may have any type, since rules
 * also run on invalid input.
 */
export type Across = (input: Readonly<Record<string, unknown>>) => ReadonlyArray<FieldError>

/** The input type of an operation. */
export type Input<T> = T extends Operation<infer F, unknown> ? Schema.Struct<F>["Type"] : never

/** Validation rule for changes: in addition to the fields that identify the record, at least one must be given. */
/* @__NO_SIDE_EFFECTS__ */
export const changesBesides =
  (...names: ReadonlyArray<string>): Across =>
  (input) =>
    Object.keys(input).some((field) => !names.includes(field)) ? [] : [{ field: "", message: "no change is given" }]

/** What an operation is made from, besides its provider: input fields `F`, and output `O`. */
export interface Statement<F extends Schema.Struct.Fields, O> {
  /** The operation's name in errors, spans and the ledger, such as `issues.create`. */
  readonly name: string
  /** Its type and its encoded form are the same, because rules only check values and never transform them. */
  readonly input: Schema.Struct<F>
  readonly output: Schema.Codec<O, unknown>
  /** Rules that involve several fields. `problems` leaves out what they say about a field that is wrong by itself. */
  readonly across?: Across
}

/** An operation with input fields `F` and output `O`. */
export interface Operation<F extends Schema.Struct.Fields, O> extends Statement<F, O> {
  /** The plugin's id. */
  readonly provider: string
  /**
   * Returns every problem with the input, or an empty list if the input may be sent. Fields with the value undefined
   * are ignored.
   */
  readonly problems: (input: unknown) => ReadonlyArray<FieldError>
}

/** Creates an operation. All its rules are checked in one pass, so `problems` reports every wrong field at once. */
/* @__NO_SIDE_EFFECTS__ */
export const make = <F extends Schema.Struct.Fields, O>(
  options: Statement<F, O> & { readonly provider: string }
): Operation<F, O> => {
  const { across } = options
  const decode = Schema.decodeUnknownResult(judging(options.input) as Schema.Codec<unknown, unknown>)
  return {
    ...options,
    problems: (input) => {
      const fields = defined(input)
      const result = decode(fields, { errors: "all", onExcessProperty: "error" })
      const ofFields = Result.isFailure(result) ? fieldErrorsOf(result.failure) : []
      if (across === undefined || !isJsonObject(fields)) return ofFields
      const isSound = ({ field }: FieldError) => field === "" || !ofFields.some((error) => isWithin(error.field, field))
      return [...ofFields, ...across(fields).filter(isSound)]
    }
  }
}

/** Whether one field is the other or a part of it, such as `names.0` of `names`. */
const isWithin = (one: string, other: string): boolean =>
  `${one}.`.startsWith(`${other}.`) || other.startsWith(`${one}.`)

/** Returns the operation without some of its optional fields, for callers that should not be asked for them. */
export const without = <F extends Schema.Struct.Fields, O, const K extends keyof F & string>(
  operation: Operation<F, O>,
  names: ReadonlyArray<K>
): Operation<Omit<F, K>, O> => make({ ...operation, input: Schema.Struct(Struct.omit(operation.input.fields, names)) })

/**
 * Makes a client method of an operation. If a field of the input is wrong, the method fails as `Invalid` under the
 * operation's name and sends nothing.
 */
export const method =
  <F extends Schema.Struct.Fields, O, A, R>(
    operation: Operation<F, O>,
    send: (input: Schema.Struct<F>["Type"]) => Effect.Effect<A, ProviderError, R>
  ) =>
  (input: Schema.Struct<F>["Type"]): Effect.Effect<A, ProviderError, R> =>
    Effect.suspend(() => {
      const problems = operation.problems(input)
      return problems.length === 0 ? send(input) : Effect.fail(invalid(operation.provider, operation.name, problems))
    })

/**
 * One operation of a provider, stated once: its name, what it takes with the rules of every field, and what it gives. The
 * client's method, the tool steps over it and the documents are made from this statement alone.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { fieldErrorsOf, judging } from "./errors/FieldErrors.ts"
import { invalid, type FieldError, type ProviderError } from "./errors/ProviderError.ts"

/** An operation over input fields `F` that gives `O`. */
export interface Operation<F extends Schema.Struct.Fields, O> {
  /** The plugin's id. */
  readonly provider: string
  /** Names the operation in errors, spans and the ledger: `issues.create`. */
  readonly name: string
  /** Its type and its encoded form are the same: rules judge, they change nothing. */
  readonly input: Schema.Struct<F>
  readonly output: Schema.Codec<O, unknown>
  /** Rules between fields; asked by `problems`. */
  readonly across?: Across
  /** Every field that is wrong, in one list; empty where the input may be sent. A field that is undefined is left out. */
  readonly problems: (input: unknown) => ReadonlyArray<FieldError>
}

/** Rules between fields, such as "one of these must be given". Meets fields of any type, those that are wrong among them. */
export type Across = (input: Readonly<Record<string, unknown>>) => ReadonlyArray<FieldError>

/** What an operation takes. */
export type Input<T> = T extends Operation<infer F, unknown> ? Schema.Struct<F>["Type"] : never

/** What an operation gives. */
export type Output<T> = T extends Operation<Schema.Struct.Fields, infer O> ? O : never

/** States an operation. All its rules are judged in one round. */
/* @__NO_SIDE_EFFECTS__ */
export const make = <F extends Schema.Struct.Fields, O>(options: {
  readonly provider: string
  readonly name: string
  readonly input: Schema.Struct<F>
  readonly output: Schema.Codec<O, unknown>
  readonly across?: Across
}): Operation<F, O> => {
  const { across } = options
  const decode = Schema.decodeUnknownResult(judging(options.input) as Schema.Codec<unknown, unknown>)
  return {
    ...options,
    problems: (input) => {
      const fields = fieldsOf(input)
      const result = decode(fields ?? input, { errors: "all", onExcessProperty: "error" })
      const ofFields = Result.isFailure(result) ? fieldErrorsOf(result.failure) : []
      return across === undefined || fields === undefined ? ofFields : [...ofFields, ...across(fields)]
    }
  }
}

/** An object's fields but those that are undefined: programs write `{ page: undefined }` for what they leave out. */
const fieldsOf = (input: unknown): Readonly<Record<string, unknown>> | undefined => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined
  if (!Object.values(input).includes(undefined)) return input as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/** The operation without some of its optional fields, for a caller who should not be asked for them. */
export const without = <F extends Schema.Struct.Fields, O, const K extends keyof F & string>(
  operation: Operation<F, O>,
  names: ReadonlyArray<K>
): Operation<Omit<F, K>, O> => make({ ...operation, input: Schema.Struct(Struct.omit(operation.input.fields, names)) })

/** A method of a client: an input with a wrong field fails as `Invalid` under the operation's name, and nothing is sent. */
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

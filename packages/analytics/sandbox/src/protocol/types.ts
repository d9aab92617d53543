// Types that describe the service's messages: the type of each field by its JSON name. `messages/` contains the
// definitions; a test compares each with the official protocol buffer definition.

export type Field =
  | { readonly kind: "text" }
  | { readonly kind: "boolean" }
  /** `int32` and `double` are JSON numbers. `int64` is sent as text and accepted as text or number. */
  | { readonly kind: "int32" | "int64" | "double" }
  /** RFC 3339. */
  | { readonly kind: "timestamp" }
  | { readonly kind: "enum"; readonly values: EnumValues }
  | { readonly kind: "message"; readonly message: () => Message }
  | { readonly kind: "list"; readonly of: Field }

/** The numbers of an enum by name, as in the protocol. */
export type EnumValues = Readonly<Record<string, number>>

export interface Message {
  /** The name in the protocol, such as `RunReportRequest`. */
  readonly name: string
  readonly fields: Readonly<Record<string, Field>>
  /** Fields that are sent even if they have the default value: `optional` fields and members of a `oneof`. */
  readonly present: ReadonlyArray<string>
  /** Groups of fields of which at most one can be set. */
  readonly oneOf: ReadonlyArray<ReadonlyArray<string>>
}

export const text: Field = { kind: "text" }
export const flag: Field = { kind: "boolean" }
export const int32: Field = { kind: "int32" }
export const int64: Field = { kind: "int64" }
export const double: Field = { kind: "double" }
export const timestamp: Field = { kind: "timestamp" }
export const list = (of: Field): Field => ({ kind: "list", of })
export const oneOfNames = (values: EnumValues): Field => ({ kind: "enum", values })
/** A function, because messages can contain each other. */
export const holds = (message: () => Message): Field => ({ kind: "message", message })

export const message = (
  name: string,
  fields: Readonly<Record<string, Field>>,
  { oneOf = [], present = [] }: { readonly present?: ReadonlyArray<string>; readonly oneOf?: Message["oneOf"] } = {}
): Message => ({ name, fields, oneOf, present: [...present, ...oneOf.flat()] })

/** Converts `display_name` to `displayName`. */
export const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** The type of texts in any language: the structure of the English ones, with literal types widened. Pure types. */
export type Words<T> = T extends string
  ? string
  : T extends (...input: infer Input) => infer Output
    ? (...input: Input) => Words<Output>
    : { readonly [K in keyof T]: Words<T[K]> }

/** Texts as any language may have them: English with its literal types widened, at the same places. Pure types. */
export type Words<T> = T extends string
  ? string
  : T extends (...input: infer Input) => infer Output
    ? (...input: Input) => Words<Output>
    : { readonly [K in keyof T]: Words<T[K]> }

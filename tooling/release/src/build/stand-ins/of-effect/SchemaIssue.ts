/**
 * The part of `effect/SchemaIssue` that the promise clients need: the issues of our `Schema` already have the
 * formatter's shape.
 */
export const makeFormatterStandardSchemaV1 =
  () =>
  <A>(issues: A): { readonly issues: A } => ({ issues })

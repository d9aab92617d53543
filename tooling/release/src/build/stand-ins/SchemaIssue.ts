/** What the promise clients need of `effect/SchemaIssue`: the complaints of our own `Schema` are the formatter's already. */
export const makeFormatterStandardSchemaV1 =
  () =>
  <A>(issues: A): { readonly issues: A } => ({ issues })

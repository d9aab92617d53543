/**
 * `pnpm test` runs the short form of a test whose repetitions cost much; `pnpm test:full`, which sets `INLAY_WHOLE`, runs
 * every test of this package in its whole form, with pictures in `artifacts`.
 */
export const isWhole = Boolean(process.env["INLAY_WHOLE"])

/** How often, how many. */
export const inForm = <A>(short: A, whole: A): A => (isWhole ? whole : short)

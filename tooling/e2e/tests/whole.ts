/**
 * `pnpm test` runs a short form of tests with expensive repetitions. `pnpm test:full`, which sets `INLAY_WHOLE`, runs
 * every test of this package in its whole form, with pictures in `artifacts`.
 */
export const isWhole = Boolean(process.env["INLAY_WHOLE"])

/** Chooses a value for the short or the whole form. */
export const inForm = <A>(short: A, whole: A): A => (isWhole ? whole : short)

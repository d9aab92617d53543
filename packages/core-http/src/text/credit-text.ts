/** Leaves out the last digits of a sum of decimals, which are not exact. */
export const rounded = (credits: number): number => Number(credits.toFixed(9))

/** Writes a number of credits: `1 credit`, `2.5 credits`. */
export const creditText = (credits: number): string => `${rounded(credits)} credit${credits === 1 ? "" : "s"}`

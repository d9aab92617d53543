/** Counts things in English: `1 hook`, `2 hooks`. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

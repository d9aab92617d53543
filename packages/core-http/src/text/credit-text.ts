/** Writes a number of credits: `1 credit`, `2.5 credits`. */
export const creditText = (credits: number): string => `${credits} credit${credits === 1 ? "" : "s"}`

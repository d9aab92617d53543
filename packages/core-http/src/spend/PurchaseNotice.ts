/** What a paid answer does not say itself: that it is not kept, or that it cost more than the account's price for it. */
import type { Answer } from "./Answer.ts"

const UNKEPT = {
  store: "This answer could not be saved",
  contradicted: "An answer about somebody else is not saved"
} as const

/**
 * Sentences for a step's output; `undefined` where nothing needs to be said.
 * @param others what the step has to say besides
 */
export const of = (
  { unkept, priceExceeded, credits }: Pick<Answer, "unkept" | "priceExceeded" | "credits">,
  ...others: ReadonlyArray<string | undefined>
): string | undefined => {
  const notices = [
    ...others.filter((other) => other !== undefined),
    ...(unkept === undefined ? [] : [`${UNKEPT[unkept]}: asking again is paid again, and needs to be confirmed.`]),
    ...(priceExceeded === undefined
      ? []
      : [
          `The provider charged ${credits?.charged} credits, and the account's price is ${priceExceeded}: correct the price, because caps count by it.`
        ])
  ]
  return notices.length === 0 ? undefined : notices.join(" ")
}

/** What a paid answer does not say itself: that it is not kept, or that it cost more than the account's price for it. */
import type { Answer } from "./Spend.ts"

const UNKEPT = {
  store: "This answer could not be saved: asking for it again is paid again, and needs to be confirmed.",
  contradicted:
    "The record is about somebody else than was asked for, so it is not saved as the answer: asking again is paid again, and needs to be confirmed."
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
    ...(unkept === undefined ? [] : [UNKEPT[unkept]]),
    ...(priceExceeded === undefined
      ? []
      : [
          `The provider charged ${credits?.charged} credits, and the account's price is ${priceExceeded}: set the price, because caps count by it before anything is sent.`
        ])
  ]
  return notices.length === 0 ? undefined : notices.join(" ")
}

/** Notices about a paid answer: that it is not cached, or that it cost more than the account's price. */
import type { Answer } from "./Answer.ts"

const UNCACHED = {
  store: "This answer could not be saved",
  contradicted: "An answer about somebody else is not saved"
} as const

/**
 * Returns sentences for a step's output, or `undefined` if there is nothing to say.
 * @param others further notices of the step
 */
export const of = (
  { uncached, priceExceeded, credits }: Pick<Answer, "uncached" | "priceExceeded" | "credits">,
  ...others: ReadonlyArray<string | undefined>
): string | undefined => {
  const notices = [
    ...others.filter((other) => other !== undefined),
    ...(uncached === undefined ? [] : [`${UNCACHED[uncached]}: asking again costs again and needs confirmation.`]),
    ...(priceExceeded === undefined
      ? []
      : [
          `The provider charged ${credits?.charged} credits, and the account's price is ${priceExceeded}: correct the price, because caps use it.`
        ])
  ]
  return notices.length === 0 ? undefined : notices.join(" ")
}

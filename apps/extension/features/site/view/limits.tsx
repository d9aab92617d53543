/** The limits of the figures' accuracy, in a few words. */
import { site as words } from "../../../locales/site.ts"
import type { Quality, Report } from "../figures/figures.ts"

type Known = Pick<Quality, "sampled" | "thresholded" | "otherRow" | "truncated" | "unsettledDays">

const limitsOf = ({ sampled, thresholded, otherRow, truncated, unsettledDays }: Known): ReadonlyArray<string> => [
  ...(unsettledDays > 0 ? [words.unsettled(unsettledDays)] : []),
  ...(sampled === undefined ? [] : [words.sampled(sampled)]),
  ...(thresholded ? [words.thresholded] : []),
  ...(otherRow ? [words.otherRow] : []),
  ...(truncated ? [words.truncated] : [])
]

export const QualityWords = ({ of }: { readonly of: Known }) => {
  const limits = limitsOf(of)
  return (
    <>
      {limits.length > 0 && <span class="site-limits">{limits.join(" · ")}</span>}
      {limits.length > 0 && of.sampled === undefined && " · "}
      {of.sampled === undefined && words.notSampled}
    </>
  )
}

/** The same for a report of these days, with what is left of the quota. */
export const Limits = ({ of, days }: { readonly of: Report; readonly days: ReadonlyArray<string> }) => {
  const { quality, quota } = of
  const { sampled = [], unsettledFrom } = quality
  const remainingTokens = quota?.tokensPerDay?.remaining
  const facts = {
    ...(sampled.length > 0 && { sampled: Math.min(...sampled) }),
    thresholded: quality.thresholded === true,
    otherRow: quality.otherRow === true,
    truncated: (quality.truncated ?? []).length > 0,
    unsettledDays: days.filter((day) => unsettledFrom !== undefined && day >= unsettledFrom).length
  }
  return (
    <>
      <QualityWords of={facts} />
      {remainingTokens != null && ` · ${words.tokens(remainingTokens)}`}
    </>
  )
}

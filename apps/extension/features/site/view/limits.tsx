/** How far figures can be trusted, in few words. */
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

const DAY_MILLIS = 86_400_000

/** The same of a report, with what is left of the quota. */
export const Limits = ({ of: { quality, quota } }: { readonly of: Report }) => {
  const { sampled = [], unsettledFrom } = quality
  const remainingTokens = quota?.tokensPerDay?.remaining
  // Up to yesterday: what is younger than 48 hours is two days of it.
  const unsettledMillis = unsettledFrom === undefined ? 0 : Date.now() - Date.parse(unsettledFrom)
  const facts = {
    ...(sampled.length > 0 && { sampled: Math.min(...sampled) }),
    thresholded: quality.thresholded === true,
    otherRow: quality.otherRow === true,
    truncated: (quality.truncated ?? []).length > 0,
    unsettledDays: Math.max(0, Math.round(unsettledMillis / DAY_MILLIS))
  }
  return (
    <>
      <QualityWords of={facts} />
      {remainingTokens != null && ` · ${words.tokens(remainingTokens)}`}
    </>
  )
}

/** The limits of the figures' accuracy, in a few words. */
import { site as words } from "../../../locales/site.ts"
import type { Quality } from "../figures/figures.ts"

export const limitsOf = ({
  sampled,
  thresholded,
  otherRow,
  truncated,
  unsettledDays
}: Quality): ReadonlyArray<string> => [
  ...(unsettledDays > 0 ? [words.unsettled(unsettledDays)] : []),
  ...(sampled === undefined ? [] : [words.sampled(sampled)]),
  ...(thresholded ? [words.thresholded] : []),
  ...(otherRow ? [words.otherRow] : []),
  ...(truncated ? [words.truncated] : [])
]

export const QualityWords = ({ of }: { readonly of: Quality }) => {
  const limits = limitsOf(of)
  return (
    <>
      {limits.length > 0 && <span class="site-limits">{limits.join(" · ")}</span>}
      {limits.length > 0 && of.sampled === undefined && "\u00A0· "}
      {of.sampled === undefined && words.notSampled}
    </>
  )
}

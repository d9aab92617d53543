/** A new hub token as the API takes it, or what of its form is wrong. Pure. */
import { agents as words } from "../words.ts"

export interface TokenForm {
  readonly name: string
  readonly readOnly: boolean
  readonly manages: boolean
  /** As `plugin/name`; none: all. */
  readonly accounts: ReadonlyArray<string>
  readonly credits: string
  readonly days: string
}

const MAX_DAYS = 3650

const numberOf = (text: string): number | undefined => (text.trim() === "" ? undefined : Number(text))

export const tokenOf = ({ name, readOnly, manages, accounts, credits, days }: TokenForm) => {
  const creditsPerDay = manages ? undefined : numberOf(credits)
  const expiresInDays = numberOf(days)
  const problems = {
    ...(name.trim() === "" && { name: words.missing }),
    ...(creditsPerDay !== undefined &&
      !(Number.isFinite(creditsPerDay) && creditsPerDay >= 0) && { credits: words.mustBeNumber }),
    ...(expiresInDays !== undefined && !(expiresInDays > 0 && expiresInDays <= MAX_DAYS) && { days: words.mustBeDays })
  }
  // Who manages could make a token without any limit.
  const grant = manages
    ? { readOnly: false, manages }
    : {
        readOnly,
        ...(accounts.length > 0 && { accounts }),
        ...(creditsPerDay !== undefined && { creditsPerDay })
      }
  return {
    problems: problems as Readonly<Record<string, string>>,
    token: { name: name.trim(), grant, ...(expiresInDays !== undefined && { expiresInDays }) }
  }
}

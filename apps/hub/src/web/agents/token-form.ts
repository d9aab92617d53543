/** A new hub token as the API takes it, or what of its form is wrong. Pure. */
import { agents as words } from "./words.ts"

export interface TokenForm {
  readonly name: string
  readonly readOnly: boolean
  readonly manages: boolean
  /** Ids; none: all, as for the other two. */
  readonly plugins: ReadonlyArray<string>
  /** As `plugin/name`. */
  readonly accounts: ReadonlyArray<string>
  /** Ids. */
  readonly tools: ReadonlyArray<string>
  readonly credits: string
  readonly days: string
}

const MAX_DAYS = 3650

const numberOf = (text: string): number | undefined => (text.trim() === "" ? undefined : Number(text))

type Limits = Pick<TokenForm, "plugins" | "accounts" | "tools">

const limits = ({ plugins, accounts, tools }: Limits): Partial<Limits> => ({
  ...(plugins.length > 0 && { plugins }),
  ...(accounts.length > 0 && { accounts }),
  ...(tools.length > 0 && { tools })
})

export const tokenOf = ({ name, readOnly, manages, credits, days, ...chosen }: TokenForm) => {
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
        ...limits(chosen),
        ...(creditsPerDay !== undefined && { creditsPerDay })
      }
  return {
    problems: problems as Readonly<Record<string, string>>,
    token: { name: name.trim(), grant, ...(expiresInDays !== undefined && { expiresInDays }) }
  }
}

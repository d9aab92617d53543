/** A new hub token, and what a browser may use, as the API takes them; or what of their forms is wrong. Pure. */
import { agents as words } from "./words.ts"

export interface GrantForm {
  /** Plugin ids; none: all, as for the other lists. */
  readonly plugins: ReadonlyArray<string>
  /** As `plugin/name`. */
  readonly accounts: ReadonlyArray<string>
  readonly readOnly: boolean
  readonly credits: string
}

export interface TokenForm extends GrantForm {
  readonly name: string
  readonly manages: boolean
  /** Ids. */
  readonly tools: ReadonlyArray<string>
  readonly days: string
}

/** A limit is proposed: a browser buys with a click. */
export const PROPOSED: GrantForm = { plugins: [], accounts: [], readOnly: false, credits: "50" }

const MAX_DAYS = 3650

const numberOf = (text: string): number | undefined => (text.trim() === "" ? undefined : Number(text))

export const grantOf = (form: GrantForm & Partial<Pick<TokenForm, "tools">>) => {
  const { plugins, accounts, tools = [], readOnly, credits } = form
  const creditsPerDay = numberOf(credits)
  const isWrong = creditsPerDay !== undefined && !(Number.isFinite(creditsPerDay) && creditsPerDay >= 0)
  return {
    problem: isWrong ? words.mustBeNumber : undefined,
    grant: {
      readOnly,
      ...(plugins.length > 0 && { plugins }),
      ...(accounts.length > 0 && { accounts }),
      ...(tools.length > 0 && { tools }),
      ...(creditsPerDay !== undefined && { creditsPerDay })
    }
  }
}

export const tokenOf = ({ name, manages, days, ...limits }: TokenForm) => {
  // Who manages could make a token without any limit.
  const { problem, grant } = manages ? { problem: undefined, grant: { readOnly: false, manages } } : grantOf(limits)
  const expiresInDays = numberOf(days)
  const problems: Readonly<Record<string, string>> = {
    ...(name.trim() === "" && { name: words.missing }),
    ...(problem !== undefined && { credits: problem }),
    ...(expiresInDays !== undefined && !(expiresInDays > 0 && expiresInDays <= MAX_DAYS) && { days: words.mustBeDays })
  }
  return { problems, token: { name: name.trim(), grant, ...(expiresInDays !== undefined && { expiresInDays }) } }
}

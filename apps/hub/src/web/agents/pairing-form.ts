/** What a browser may use, as the API takes it, or what of its form is wrong. Pure. */
import { agents as words } from "./words.ts"

export interface PairingForm {
  /** Plugin ids; none: all. */
  readonly plugins: ReadonlyArray<string>
  /** As `plugin/name`; none: all. */
  readonly accounts: ReadonlyArray<string>
  readonly readOnly: boolean
  readonly credits: string
}

/** A limit is proposed: a browser buys with a click. */
export const PROPOSED: PairingForm = { plugins: [], accounts: [], readOnly: false, credits: "50" }

export const grantOf = ({ plugins, accounts, readOnly, credits }: PairingForm) => {
  const creditsPerDay = credits.trim() === "" ? undefined : Number(credits)
  const isWrong = creditsPerDay !== undefined && !(Number.isFinite(creditsPerDay) && creditsPerDay >= 0)
  return {
    problem: isWrong ? words.mustBeNumber : undefined,
    grant: {
      readOnly,
      ...(plugins.length > 0 && { plugins }),
      ...(accounts.length > 0 && { accounts }),
      ...(creditsPerDay !== undefined && { creditsPerDay })
    }
  }
}

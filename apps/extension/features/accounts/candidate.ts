/** The account that a form would save: what was entered, with the stored secrets that it may keep. Pure. */
import { make as makeAccount, type Account, type AccountKind, type FieldRules } from "@inlay/agent-plugin/Account"
import { movedAddresses } from "@inlay/agent-plugin/manifest"

import type { AccountProblem, AccountRequests } from "./requests.ts"

/** What is stored under the account's name. */
interface Stored {
  /** `undefined` if there is no account of this name, or none that can be read. */
  readonly account: Pick<Account, "kind" | "settings"> | undefined
  /** Empty if they can no longer be opened. */
  readonly secrets: Account["secrets"]
}

interface Candidate {
  /** Secrets that were left empty are the stored ones, unless the account changes its origin or its kind. */
  readonly candidate: Account
  /** Required fields without a value. */
  readonly missing: ReadonlyArray<AccountProblem>
  /** Only numbers differ from the stored account, such as a daily limit. */
  readonly isNumbersOnly: boolean
}

export const candidateOf = (
  kind: AccountKind<FieldRules>,
  { plugin, account: name, values }: Pick<AccountRequests["saveAccount"]["input"], "plugin" | "account" | "values">,
  stored: Stored
): Candidate => {
  const entered = makeAccount({ plugin, name, kind, values, revision: "unsaved" })
  const before = stored.account
  const isMoved = before !== undefined && movedAddresses(kind.fields, before.settings, entered.settings).length > 0
  const keeps = !isMoved && before?.kind === kind.id
  const secrets: Account["secrets"] = { ...(keeps && stored.secrets), ...entered.secrets }
  const changedFields = kind.fields.filter((field) => before?.settings[field.name] !== entered.settings[field.name])
  const isNumbersOnly =
    keeps &&
    Object.keys(entered.secrets).length === 0 &&
    changedFields.length > 0 &&
    changedFields.every(({ type }) => type === "number")
  const missing = kind.fields
    .filter((field) => field.required && (field.secret ? secrets : entered.settings)[field.name] === undefined)
    .map((field): AccountProblem => ({
      is: "missing",
      field: field.name,
      ...(field.secret && isMoved && { belongsTo: "oldAddress" })
    }))
  return { candidate: { ...entered, secrets }, missing, isNumbersOnly }
}

/** The report of `inlay connect` about the account that it stored. */
import type { CheckReport } from "@inlay/agent-plugin/Account"
import type { Grant } from "@inlay/agent-plugin/SignIn"

import { shownSettings, type PluginAccount } from "../../../accounts/plugin-account.ts"
import { signInEndMillis } from "../../../accounts/stored-account.ts"
import { iso } from "../../../iso.ts"
import type { Report } from "../../report.ts"
import { shownProblem, withFiles } from "../../words.ts"
import { accountTitle, definitions, limitRows, noteLines, problemLines } from "../account-text.ts"

const json = (
  account: PluginAccount,
  grant: Grant | undefined,
  report: CheckReport | undefined,
  replaced: boolean
) => ({
  plugin: account.plugin.id,
  name: account.account.name,
  kind: account.kind.id,
  replaced,
  checked: report !== undefined,
  identity: report?.identity ?? null,
  scopes: grant?.scopes ?? report?.scopes ?? [],
  limits: report?.limits ?? [],
  settings: shownSettings(account),
  readOnly: account.account.readOnly,
  expiresAt: iso(grant && signInEndMillis(grant)),
  notes: report?.notes ?? [],
  problems: (report?.problems ?? []).map(shownProblem)
})

/**
 * @param check absent if the provider was not asked
 * @param files the files of `--plugin`
 */
export const reportOf = (
  account: PluginAccount,
  grant: Grant | undefined,
  check: CheckReport | undefined,
  replaced: boolean,
  files: ReadonlyArray<string>
): Report => {
  const document = json(account, grant, check, replaced)
  return {
    ok: true,
    json: document,
    text: (screen) =>
      [
        accountTitle(screen, true, account),
        ...definitions(screen, [
          ...(document.identity === null ? [] : [["Identity", document.identity] as const]),
          ...(document.scopes.length === 0 ? [] : [["Scopes", document.scopes.join(", ")] as const]),
          ...limitRows(document.limits),
          ...(account.account.readOnly ? [["Writes", "never: read-only"] as const] : [])
        ]),
        ...problemLines(screen, document.problems),
        ...noteLines(screen, document.notes),
        "",
        `${replaced ? "Replaced" : "Connected"}${check === undefined ? ", unchecked" : ""}. ${withFiles("`inlay tools` lists what it can do.", files)}`
      ].join("\n")
  }
}

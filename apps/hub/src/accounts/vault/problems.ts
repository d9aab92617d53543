/** Errors for stored accounts that cannot be opened, each with a remedy. They are raised before anything is sent. */
import { existsSync } from "node:fs"

import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"

import { hubError } from "../../hub-error.ts"
import type { AccountName } from "../../storage/AccountRows.ts"
import { keyFile } from "../../storage/paths.ts"
import { refusal, VARIABLE, type Keys, type KeySources } from "./secret-key.ts"

const MAX_NAME_CHARS = 80

/** The name under which an account is shown, sanitised because a damaged row may hold anything. */
export const fullName = ({ plugin, name }: AccountName): string =>
  ProviderText.line(`${plugin}/${name}`, MAX_NAME_CHARS)

const again = (account: AccountName) =>
  `or give the account up (\`inlay disconnect ${fullName(account)} --force\`) and connect it again.`

export const damagedAccount = (account: AccountName): ProviderError =>
  refusal(
    `The stored account ${fullName(account)} was changed outside of inlay or is damaged: it cannot be decrypted.`,
    `Restore the data directory from a backup, set the account aside (\`inlay doctor --repair\`), ${again(account)}`,
    "sent"
  )

const whichOf = (source: Keys["source"], { directory }: KeySources) =>
  source === "environment" ? VARIABLE : `the key file ${keyFile(directory)}`

/** Several machines that use one database have a key file each. */
const OTHER_FILE =
  "(with a PostgreSQL database: that of the machine on which `inlay accounts rotate-key` was run, if it was)"

export const rotatedAway = (source: Keys["source"], keySources: KeySources): ProviderError =>
  refusal(
    `What is stored was encrypted with a different key than ${whichOf(source, keySources)} holds, so nothing else is encrypted with this one.`,
    source === "environment"
      ? "If `inlay accounts rotate-key` was run since, set the new key and start this program again. If the key is lost, disconnect the accounts with --force and delete the subscriptions first."
      : `Restore the key file that belongs to it ${OTHER_FILE}. If it is lost, disconnect the accounts with --force and delete the subscriptions first.`
  )

export const sealedOtherwise = (
  account: AccountName,
  source: Keys["source"],
  keySources: KeySources
): ProviderError => {
  const file = keyFile(keySources.directory)
  const add = existsSync(file) ? `, such as the one in ${file},` : ""
  return refusal(
    `The stored account ${fullName(account)} was encrypted with a different key than ${whichOf(source, keySources)} holds.`,
    source === "environment"
      ? `If \`inlay accounts rotate-key\` was run since, set the new key instead. Otherwise, add the key that encrypted it${add} after the first one, separated by a comma, and run that command; ${again(account)}`
      : `Restore the key file that belongs to this data directory ${OTHER_FILE}, ${again(account)}`,
    "sent"
  )
}

export const keyless = (accounts: ReadonlyArray<AccountName>, { directory }: KeySources): ProviderError => {
  const names = accounts.map(fullName)
  return refusal(
    `${names.length === 1 ? "An account is" : `${names.length} accounts are`} stored (${names.join(", ")}), and there is no key to decrypt ${names.length === 1 ? "it" : "them"}.`,
    `Set the key in ${VARIABLE}, or restore the key file ${keyFile(directory)}. If it is lost, so are the secrets: disconnect with --force and connect again.`,
    "sent"
  )
}

export const nameTaken = (account: AccountName): ProviderError =>
  hubError("connect", {
    _tag: "Conflict",
    what: `The account ${fullName(account)} already exists.`,
    remedy: { to: "read", text: "Add --replace to replace it, or choose another --name." },
    nothing: "stored"
  })

/**
 * The failure if the account to remove is not there any more. It does not say that nothing was changed: by then, its
 * webhooks are removed, and its provider was asked to revoke it.
 */
export const changedMeanwhile = hubError("disconnect", {
  _tag: "Conflict",
  what: "The account was changed, replaced or removed meanwhile.",
  remedy: { to: "read", text: "If it is still connected, disconnect it again." }
})

/** The pages of a sign-in: rendered by the server, without scripts, and never in a frame. */
import { scopeOf, type ListedAccount } from "@inlay/agent-plugin/Accounts"

import { escape, page } from "../../serving/page.ts"

/** @param formTargets where a form submission may redirect to, besides this server */
export const pageHeaders = (formTargets: ReadonlyArray<string> = []): Record<string, string> => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${["'self'", ...formTargets].join(" ")}; frame-ancestors 'none'`,
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  // With `no-referrer`, browsers would submit the form with `Origin: null`, as if from another site.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-store"
})

/** An agent keeps what identifies it, so starting again would end here again if the hub cannot know it by that. */
const UNKNOWN_AGENT =
  "The hub does not know this agent, or cannot read its description. Remove the hub from the agent and add it again, or give the agent a token: the console's Agents page creates one."

export const errorPage = (error: string, description: string | undefined): string =>
  page(
    "This sign-in cannot continue",
    `<p>This page has allowed nothing. ${error === "invalid_client" ? UNKNOWN_AGENT : "Start again from your agent."}</p><p class="quiet"><code>${escape(error)}</code>${description === undefined ? "" : ` ${escape(description)}`}</p>`
  )

/**
 * For a browser that is not signed in to the console, or that did not send its cookie because it came from another
 * site.
 */
export const signInPage = (continueTo: string): string =>
  page(
    "An agent wants to sign in",
    `<p>Only someone who is signed in to this hub's console can allow that.</p><p><a href="${escape(continueTo)}">Continue</a></p><p>If this page comes back, sign in to the console first: run <code>inlay console</code> on the machine where the hub runs, and open the link that it prints.</p>`
  )

export interface Consent {
  readonly clientName: string
  readonly clientId: string
  readonly redirectHost: string
  /** Any program on the user's machine can receive a code that is sent there. */
  readonly isLocal: boolean
  readonly accounts: ReadonlyArray<Pick<ListedAccount, "plugin" | "name">>
  readonly action: string
  readonly token: string
}

const LOCAL_WARNING =
  '<p class="warning" role="alert">This agent runs on your own computer. Any program on it can claim to be this agent: continue only if you have just started it.</p>'

export const consentPage = ({
  clientName,
  clientId,
  redirectHost,
  isLocal,
  accounts,
  action,
  token
}: Consent): string => {
  const boxes = accounts.map((account) => {
    const name = escape(scopeOf(account))
    return `<div><label><input type="checkbox" name="account" value="${name}" checked> ${name}</label></div>`
  })
  const choice =
    boxes.length === 0
      ? "<p>No account is connected yet; the agent may use none.</p>"
      : `<fieldset><legend>Accounts that it may use</legend>${boxes.join("")}</fieldset>`
  return page(
    `Let ${clientName} use your accounts?`,
    `${isLocal ? LOCAL_WARNING : ""}<dl><dt>Agent, as it calls itself</dt><dd>${escape(clientName)}</dd><dt>Its identifier</dt><dd>${escape(clientId)}</dd><dt>The sign-in is sent to</dt><dd><strong>${escape(redirectHost)}</strong></dd></dl><form method="post" action="${escape(action)}"><input type="hidden" name="token" value="${escape(token)}">${choice}<div><label><input type="checkbox" name="read_only" value="true" checked> Read-only: it may not change or spend anything</label></div><p><button name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></p></form><p class="quiet">You can end this at any time, under Agents in the console.</p>`
  )
}

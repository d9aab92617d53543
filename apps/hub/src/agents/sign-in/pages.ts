/** The pages of a sign-in: drawn by the server, without scripts, never inside another page. */
import type { ListedAccount } from "@inlay/agent-plugin/Accounts"
import { scopeOf } from "@inlay/agent-plugin/Accounts"

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Text of others as text: no markup, and nothing in it that hides or turns words. */
export const escape = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, "").replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "")

/** @param formTargets where the answer to a form may lead, besides here */
export const pageHeaders = (formTargets: ReadonlyArray<string> = []): Record<string, string> => ({
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${["'self'", ...formTargets].join(" ")}; frame-ancestors 'none'`,
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-store"
})

const STYLE =
  ":root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}body{max-width:32rem;margin:3rem auto;padding:0 1rem}h1{font-size:1.25rem}dt{font-weight:600}dd{margin:0 0 .5rem;overflow-wrap:anywhere}fieldset{border:1px solid;margin:1rem 0}.warning{border-left:4px solid #b45309;padding:.5rem 1rem}button{font:inherit;padding:.5rem 1rem;margin-right:.5rem}"

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title><style>${STYLE}</style></head><body><main><h1>${escape(title)}</h1>${body}</main></body></html>\n`

export const errorPage = (error: string, description: string | undefined): string =>
  page(
    "This sign-in cannot go on",
    `<p>${escape(description ?? error)}</p><p><code>${escape(error)}</code></p><p>Nothing was allowed. Start again from your agent.</p>`
  )

/** For a browser that is not signed in to the console, or did not say so because it came from another site. */
export const signInPage = (continueTo: string): string =>
  page(
    "An agent wants to sign in",
    `<p>Only whoever is signed in to this hub's console can allow that.</p><p><a href="${escape(continueTo)}">Continue</a></p><p>If this page comes back, open the console's sign-in link first: <code>inlay serve</code> prints it at its start.</p>`
  )

export interface Consent {
  readonly clientName: string
  readonly clientId: string
  readonly redirectHost: string
  /** Any program on the user's machine can take the code that goes there. */
  readonly isLocal: boolean
  readonly accounts: ReadonlyArray<Pick<ListedAccount, "plugin" | "name">>
  readonly action: string
  readonly token: string
}

const LOCAL_WARNING =
  '<p class="warning" role="alert">This agent runs on your own computer. Any program there can say that it is this one: go on only if you have just started it.</p>'

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
    `${isLocal ? LOCAL_WARNING : ""}<dl><dt>Agent, as it calls itself</dt><dd>${escape(clientName)}</dd><dt>Its identifier</dt><dd>${escape(clientId)}</dd><dt>The sign-in is sent to</dt><dd><strong>${escape(redirectHost)}</strong></dd></dl><form method="post" action="${escape(action)}"><input type="hidden" name="token" value="${escape(token)}">${choice}<div><label><input type="checkbox" name="read_only" value="true" checked> Read only: it may change nothing and spend nothing</label></div><p><button name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button></p></form><p>You can end this at any time, under Agents in the console.</p>`
  )
}

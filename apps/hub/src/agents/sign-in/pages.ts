/** The pages of a sign-in: rendered by the server, without scripts, and never in a frame. */
import type { ListedAccount } from "@inlay/agent-plugin/Accounts"
import { scopeOf } from "@inlay/agent-plugin/Accounts"

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Escapes text from outside: removes control and format characters, which could hide or reorder words. */
const escape = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, "").replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "")

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

/** The console's colours and fonts, inlined because this page loads nothing. */
const STYLE = [
  ":root{color-scheme:light dark;--font:-apple-system,'Segoe UI',Roboto,'Adwaita Sans',Cantarell,Ubuntu,'Noto Sans','Liberation Sans',system-ui,sans-serif;font:14px/1.42858 var(--font);--surface:light-dark(#fff,#1b1e22);--sunken:light-dark(#f4f6f7,#131619);--line:light-dark(#e0e4e7,#353b42);--ink:light-dark(#171a1d,#eceff2);--quiet:light-dark(#565f68,#a9b2bb);--accent:light-dark(#0b6570,#63c3cd);--on-accent:light-dark(#fff,#06282c);--warning-soft:light-dark(#fdf1d6,#372c13);--warning:light-dark(#7a4b00,#ebbd66)}",
  "body{margin:0;padding:12vh 16px 32px;background:var(--sunken);color:var(--ink)}",
  "main{box-sizing:border-box;max-width:480px;margin:0 auto;padding:24px;border:1px solid var(--line);border-radius:8px;background:var(--surface)}",
  "h1{margin:0 0 16px;font:600 18px/1.33334 var(--font);overflow-wrap:anywhere}p{margin:16px 0 0}a{color:var(--accent)}",
  "dl{margin:16px 0}dt{color:var(--quiet);font-size:12px;line-height:1.33334}dd{margin:0 0 8px;overflow-wrap:anywhere}",
  "fieldset{margin:0 0 16px;padding:8px 12px 12px;border:1px solid var(--line);border-radius:6px}legend{padding:0 4px;font-weight:600}",
  "label{display:flex;gap:8px;align-items:center;min-height:28px}input{flex:none;width:16px;height:16px;margin:0;accent-color:var(--accent)}",
  ".warning{padding:8px 12px;border:1px solid transparent;border-radius:6px;background:var(--warning-soft);color:var(--warning)}",
  "button{min-height:32px;margin-right:8px;padding:4px 16px;border:1px solid var(--line);border-radius:6px;background:var(--surface);color:var(--ink);font:inherit;cursor:pointer}",
  'button[value="allow"]{border-color:var(--accent);background:var(--accent);color:var(--on-accent);font-weight:600}',
  ":focus-visible{outline:2px solid var(--accent);outline-offset:2px}.quiet{color:var(--quiet)}"
].join("")

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title><style>${STYLE}</style></head><body><main><h1>${escape(title)}</h1>${body}</main></body></html>\n`

/** An agent keeps what identifies it, so starting again would end here again if the hub cannot know it by that. */
const UNKNOWN_AGENT =
  "The hub does not know this agent, or cannot read its description. Remove the hub from the agent and add it again, or give the agent a token: the console's Agents page creates one."

export const errorPage = (error: string, description: string | undefined): string =>
  page(
    "This sign-in cannot continue",
    `<p>${escape(description ?? error)}</p><p><code>${escape(error)}</code></p><p>This page has allowed nothing. ${error === "invalid_client" ? UNKNOWN_AGENT : "Start again from your agent."}</p>`
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

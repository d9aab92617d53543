/** The browser's part in a sign-in: stores cookies, follows redirects within the hub, submits the consent form. */
import type { RunningHub } from "../mcp/hub.ts"

export interface Page {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  /** The redirect address, if it is on another server. */
  readonly location: URL | undefined
}

export interface Browser {
  readonly cookies: Map<string, string>
  readonly open: (address: string | URL, init?: RequestInit) => Promise<Page>
  /** Submits the consent form of a page, with changes. */
  readonly answer: (
    page: Page,
    changes?: Readonly<Record<string, string | undefined>>,
    init?: RequestInit
  ) => Promise<Page>
}

const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ""

/**
 * Whether the policy of a page lets its form lead to an address. Browsers ignore a source with an IPv6 address, which
 * the grammar of policies does not have: https://www.w3.org/TR/CSP3/#grammardef-host-part
 */
const mayLead = ({ headers }: Page, { origin, protocol }: URL): boolean =>
  (/form-action ([^;]*)/.exec(headers.get("content-security-policy") ?? "")?.[1] ?? "")
    .split(" ")
    .some((source) => !source.includes("[") && (source === origin || source === protocol))

/** A browser that is signed in to the hub's console. It does not follow redirects to other servers. */
export const makeBrowser = ({ origin, console: cookie }: Pick<RunningHub, "origin" | "console">): Browser => {
  const jar = new Map([cookie])
  const open: Browser["open"] = async (address, init = {}) => {
    let url = new URL(address, origin)
    let request = init
    for (let hops = 0; hops < 10; hops++) {
      if (url.origin !== origin) return { status: 0, text: "", headers: new Headers(), location: url }
      const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
      const response = await fetch(url, {
        ...request,
        redirect: "manual",
        headers: { cookie: cookies, ...(request.headers as Record<string, string> | undefined) }
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === "") jar.delete(name)
        else jar.set(name, value)
      }
      const next = response.headers.get("location")
      const text = await response.text()
      if (next === null) return { status: response.status, text, headers: response.headers, location: undefined }
      url = new URL(next, url)
      request = {}
    }
    throw new Error("redirected too often")
  }
  const answer: Browser["answer"] = async (page, changes = {}, init = {}) => {
    const form = new URLSearchParams({ token: hidden(page.text, "token"), decision: "allow" })
    if (/name="read_only"[^>]*checked/.test(page.text)) form.set("read_only", "true")
    for (const [, name = ""] of page.text.matchAll(/name="account" value="([^"]*)"/g)) form.append("account", name)
    for (const [name, value] of Object.entries(changes)) {
      form.delete(name)
      if (value !== undefined) form.set(name, value)
    }
    const action = /action="([^"]*)"/.exec(page.text)?.[1] ?? "/"
    const next = await open(action, {
      method: "POST",
      body: form.toString(),
      ...init,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin,
        ...(init.headers as Record<string, string> | undefined)
      }
    })
    if (next.location !== undefined && !mayLead(page, next.location)) throw new Error("stopped by the page's policy")
    return next
  }
  return { cookies: jar, open, answer }
}

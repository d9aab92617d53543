// The applications that people can sign in to. Their names and secrets are fictional and not confidential.

export interface App {
  readonly clientId: string
  readonly secret: string
  readonly name: string
  /**
   * Tokens of an OAuth app have scopes and do not expire. Tokens of a GitHub App have no scopes, expire and can be
   * refreshed.
   */
  readonly kind: "oauth" | "expiring"
  readonly deviceFlow: boolean
  /** The URL that people are redirected to. On a loopback address, any port is accepted. */
  readonly callbackUrl: string
}

const secret = "sandbox-client-secret-not-a-secret"
const callbackUrl = "http://127.0.0.1/callback"

export const oauthApp: App = {
  clientId: "Ov23liSandboxOauthA1",
  secret,
  name: "Inlay for teams",
  kind: "oauth",
  deviceFlow: true,
  callbackUrl
}

export const expiringApp: App = {
  ...oauthApp,
  clientId: "Iv23liSandboxExpire1",
  name: "Inlay with short sign-ins",
  kind: "expiring"
}

const withoutDeviceFlow: App = {
  ...oauthApp,
  clientId: "Ov23liSandboxNoDevic",
  name: "Web only",
  deviceFlow: false
}

const apps = [oauthApp, expiringApp, withoutDeviceFlow]

export const findApp = (clientId: string): App | undefined => apps.find((app) => app.clientId === clientId)

const isLoopback = (host: string): boolean => host === "127.0.0.1" || host === "[::1]" || host === "localhost"

/**
 * Whether the redirect URL is the registered one or below it, on the same host. Loopback addresses may have any port.
 */
export const mayReturnTo = ({ callbackUrl: callback }: App, redirectUri: string): boolean => {
  if (!URL.canParse(redirectUri)) return false
  const [registration, target] = [new URL(callback), new URL(redirectUri)]
  const samePort = registration.port === target.port || isLoopback(target.hostname)
  const below =
    target.pathname === registration.pathname ||
    target.pathname.startsWith(`${registration.pathname.replace(/\/$/, "")}/`)
  return registration.protocol === target.protocol && registration.hostname === target.hostname && samePort && below
}

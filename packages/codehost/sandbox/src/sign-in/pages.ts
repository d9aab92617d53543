// Pages on which a person decides: entering a device's code, and authorizing an application.

import type { IncomingMessage, ServerResponse } from "node:http"

import { type Html, html } from "@inlay/sandbox-kit/html"

import { sendMissing, sendPage } from "../pages/shell.ts"
import { type App, findApp, mayReturnTo } from "./apps.ts"
import type { DeviceSignIn } from "./device.ts"
import { grantedScopes } from "./scopes.ts"
import type { SignInState } from "./state.ts"
import { type Fields, queryFields, readFields } from "./wire.ts"

/** The account that the visitor of the pages is signed in as. */
const login = "mona"
const devicePath = "/codehost-web/login/device"

const askedFor = (app: App, scopes: ReadonlyArray<string>): Html =>
  html`<p><strong>${app.name}</strong> wants to act as <strong>${login}</strong>.</p>
    ${
      scopes.length > 0
        ? html`<ul class="scopes">
            ${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}
          </ul>`
        : html`<p class="faint">
            It asks for no scopes${app.kind === "expiring" && ": what it may do is set where it is installed"}.
          </p>`
    }`

const choice = (action: string, hidden: Fields): Html =>
  html`<form method="post" action="${action}" class="choice">
    ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button name="decision" value="deny">Cancel</button>
    <button class="primary" name="decision" value="approve">Authorize</button>
  </form>`

const note = (title: string, body: Html): { readonly title: string; readonly main: Html } => ({
  title,
  main: html`<div class="note">
    <h1>${title}</h1>
    ${body}
  </div>`
})

const codeForm = (problem: string): Html =>
  html`<p>Type the code that your device shows.</p>
    <form method="post" action="${devicePath}" class="codeform">
      <label
        >Code<input
          name="user_code"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          placeholder="XXXX-XXXX"
          required
      /></label>
      ${problem !== "" && html`<p class="problem" role="alert">${problem}</p>`}
      <button class="primary">Continue</button>
    </form>`

const confirmDevice = ({ app, scopes, userCode }: DeviceSignIn): Html =>
  html`${askedFor(app, scopes)}
    <p>Go on only if your device shows <code>${userCode}</code>.</p>
    ${choice(devicePath, { user_code: userCode })}`

type Page = (state: SignInState, req: IncomingMessage, res: ServerResponse) => Promise<void> | void

const devicePage = (state: SignInState, fields: Fields): { readonly title: string; readonly main: Html } => {
  const code = fields["user_code"] ?? ""
  const signIn = code === "" ? undefined : state.device.find(code)
  if (signIn === undefined) {
    return note("Sign in on a device", codeForm(code === "" ? "" : "There is no such code, or it has expired."))
  }
  const decision = fields["decision"]
  if (decision === undefined) return note(`Authorize ${signIn.app.name}`, confirmDevice(signIn))
  state.device.decide(signIn, decision === "approve" ? "approved" : "denied", login)
  return decision === "approve"
    ? note("Your device is signed in", html`<p>You can close this page.</p>`)
    : note("Nothing was authorized", html`<p>Your device was told.</p>`)
}

interface Request {
  readonly app: App
  readonly redirectUri: string
  readonly fields: Fields
}

const backTo = ({ fields, redirectUri }: Request, answer: Fields): string => {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (fields["state"] !== undefined) url.searchParams.set("state", fields["state"])
  return url.href
}

const redirect = (res: ServerResponse, location: string): void => {
  res.writeHead(302, { location, "cache-control": "no-store" })
  res.end()
}

const errorUri = "https://docs.github.com/apps/managing-oauth-apps/troubleshooting-authorization-request-errors/"

/** Returns undefined if the application is unknown, and a redirect URL if the application must be told of an error. */
const readRequest = (fields: Fields): Request | string | undefined => {
  const app = findApp(fields["client_id"] ?? "")
  if (app === undefined) return undefined
  const redirectUri = fields["redirect_uri"] ?? app.callbackUrl
  if (!mayReturnTo(app, redirectUri)) {
    return backTo(
      { app, fields, redirectUri: app.callbackUrl },
      {
        error: "redirect_uri_mismatch",
        error_description: "The redirect_uri MUST match the registered callback URL for this application.",
        error_uri: `${errorUri}#redirect-uri-mismatch`
      }
    )
  }
  const request = { app, fields, redirectUri }
  if (fields["code_challenge"] !== undefined && fields["code_challenge_method"] !== "S256") {
    return backTo(request, { error: "invalid_request", error_description: "The code_challenge_method must be S256." })
  }
  return request
}

const authorize: Page = async (state, req, res) => {
  const fields = req.method === "POST" ? await readFields(req) : queryFields(req)
  const request = readRequest(fields)
  if (request === undefined) return sendMissing(req, res)
  if (typeof request === "string") return redirect(res, request)
  const { app, redirectUri } = request
  const scopes = app.kind === "expiring" ? [] : grantedScopes(fields["scope"] ?? "")
  const { decision, ...rest } = fields
  if (req.method === "GET" || decision === undefined) {
    const main = html`${askedFor(app, scopes)}
      <p class="faint">You will be sent to ${new URL(redirectUri).host}.</p>
      ${choice("/codehost-web/login/oauth/authorize", rest)}`
    // The form's content security policy also applies to redirects of the response.
    const formTargets = [new URL(redirectUri).origin]
    return sendPage(req, res, 200, { ...note(`Authorize ${app.name}`, main), formTargets })
  }
  if (decision !== "approve") {
    const error_description = "The user has denied your application access."
    return redirect(
      res,
      backTo(request, { error: "access_denied", error_description, error_uri: `${errorUri}#access-denied` })
    )
  }
  const challenge = fields["code_challenge"] ?? null
  return redirect(res, backTo(request, { code: state.codes.issue({ app, login, scopes, redirectUri, challenge }) }))
}

/** Pages by method and path below `/codehost-web`. */
export const signInPages: Readonly<Record<string, Page>> = {
  "GET /login/device": (state, req, res) =>
    sendPage(req, res, 200, devicePage(state, { user_code: queryFields(req)["user_code"] ?? "" })),
  "POST /login/device": async (state, req, res) => sendPage(req, res, 200, devicePage(state, await readFields(req))),
  "GET /login/oauth/authorize": authorize,
  "POST /login/oauth/authorize": authorize
}

// The consent page, on which a person grants or denies an application each scope.
// Source: https://developers.google.com/identity/protocols/oauth2/native-app#step-2:-send-a-request-to-googles-oauth-2.0-server

import { html } from "@inlay/sandbox-kit/html"
import type { Answer } from "@inlay/sandbox-kit/wire"

import type { SandboxState } from "../state.ts"
import { type Client, findClient, mayReturnTo } from "./clients.ts"
import type { Fields } from "./endpoints.ts"
import { page } from "./page.ts"
import { scopes as known } from "./tokens.ts"

/** The person that the visitor of the page is signed in as. */
const principalId = "sam"

const words: Readonly<Record<string, string>> = {
  [known.readonly]: "See your analytics data",
  [known.edit]: "Edit your analytics properties"
}

interface ConsentRequest {
  readonly client: Client
  readonly redirectUri: string
  readonly scopes: ReadonlyArray<string>
  readonly fields: Fields
}

/** An error page that does not redirect. */
const blocked = (status: number, code: string, why: string): Answer =>
  page(
    status,
    "Access blocked",
    html`<p>${why}</p>
      <p>Error ${String(status)}: ${code}</p>`
  )

const backTo = ({ fields, redirectUri }: ConsentRequest, parameters: Fields): Answer => {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  if (fields["state"] !== undefined) url.searchParams.set("state", fields["state"])
  return { status: 302, headers: { location: url.href, "cache-control": "no-store" }, body: "" }
}

const readAsked = (fields: Fields): ConsentRequest | Answer => {
  const { client_id: id = "", redirect_uri: redirectUri = "", response_type: type = "", scope = "" } = fields
  const client = findClient(id)
  if (client === undefined) return blocked(401, "invalid_client", "The OAuth client was not found.")
  if (!mayReturnTo(client, redirectUri)) {
    return blocked(
      400,
      "redirect_uri_mismatch",
      "This app's request is invalid: its address to return to is not registered."
    )
  }
  if (type !== "code") return blocked(400, "invalid_request", "Required parameter is missing or invalid: response_type")
  const scopes = scope.split(" ").filter((one) => one !== "")
  const unknown = scopes.find((one) => words[one] === undefined && !["openid", "email", "profile"].includes(one))
  if (scopes.length === 0 || unknown !== undefined) {
    return blocked(400, "invalid_scope", "Some requested scopes were invalid.")
  }
  const method = fields["code_challenge_method"] ?? "plain"
  if (fields["code_challenge"] !== undefined && method !== "S256" && method !== "plain") {
    return blocked(400, "invalid_request", "Unsupported code challenge method.")
  }
  return { client, redirectUri, scopes, fields }
}

const form = ({ client, fields, redirectUri, scopes }: ConsentRequest): Answer =>
  page(
    200,
    `${client.name} wants access`,
    html`<p>
        It will act as <strong>sam@harbourgoods.example</strong> and send you back to ${new URL(redirectUri).host}.
      </p>
      <form method="post">
        ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <ul>
          ${scopes.map(
            (scope) =>
              html`<li>
                <label
                  ><input type="checkbox" name="granted" value="${scope}" checked /> ${words[scope] ?? scope}</label
                >
              </li>`
          )}
        </ul>
        <div>
          <button name="decision" value="deny">Cancel</button>
          <button class="primary" name="decision" value="approve">Continue</button>
        </div>
      </form>`,
    [new URL(redirectUri).origin]
  )

/** Handles the consent request and then the decision. */
export const consent = (state: SandboxState, form_: URLSearchParams, issuer: string): Answer => {
  const granted = form_.getAll("granted")
  const { decision, granted: _, ...fields } = Object.fromEntries(form_)
  const request = readAsked(fields)
  if ("status" in request) return request
  if (decision === undefined) return form(request)
  // The real service sends `iss` in every response, although its metadata does not announce it.
  const iss = state.settings.namesIssuer ? { iss: issuer } : {}
  if (decision !== "approve") return backTo(request, { error: "access_denied", ...iss })
  const scopes = request.scopes.filter((scope) => granted.includes(scope) || words[scope] === undefined)
  const { client, redirectUri } = request
  const isOffline =
    fields["access_type"] === "offline" &&
    (fields["prompt"]?.includes("consent") === true || !state.grants.hasConsented({ client, principalId }))
  const code = state.grants.issueCode({
    client,
    principalId,
    scopes,
    redirectUri,
    challenge: fields["code_challenge"] ?? "",
    method: fields["code_challenge_method"] ?? "plain",
    isOffline
  })
  return backTo(request, { ...iss, code, scope: scopes.join(" "), authuser: "0", prompt: "consent" })
}

/**
 * The user's consent to an agent's sign-in: shows who asks, where the code is sent, which accounts to allow and whether
 * the agent may write. A decision is accepted only from the browser session and form that it was asked in.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"

import { scopeOf, type ListedAccount } from "@inlay/agent-plugin/Accounts"
import { isLoopback } from "@inlay/core-http/BaseAddress"
import type { Client, Interaction, Provider } from "oidc-provider"

import type { Grant } from "../../principals/Principal.ts"
import { readBody } from "../../serving/read-body.ts"
import type { NewAgent } from "./AgentGrants.ts"
import { SCOPE } from "./metadata.ts"
import { consentPage, errorPage, pageHeaders, signInPage } from "./pages.ts"
import { ACCOUNT } from "./provider.ts"

const MAX_FORM_BYTES = 64 * 1024

export interface Options {
  readonly provider: Provider
  readonly issuer: string
  readonly resource: string
  /** The key that signs forms. */
  readonly secret: string
  /** The console session of a request; `undefined` if there is none. */
  readonly sessionOf: (request: IncomingMessage) => Promise<string | undefined>
  readonly accounts: () => Promise<ReadonlyArray<ListedAccount>>
}

const send = (
  response: ServerResponse,
  status: number,
  html: string,
  formTargets: ReadonlyArray<string> = []
): void => {
  response.writeHead(status, pageHeaders(formTargets))
  response.end(html)
}

/** The address that the browser is redirected to. */
const redirectOf = (interaction: Interaction): URL => new URL(String(interaction.params["redirect_uri"]))

const isWeb = ({ protocol }: URL): boolean => /^https?:$/.test(protocol)

/**
 * Where a code is sent, for display: a host, or the whole address of another scheme. Such an address leads to the
 * program that has registered the scheme, whichever host it names.
 */
const targetOf = (redirect: URL): string => (isWeb(redirect) ? redirect.host : redirect.href)

/** Whether any program on the user's machine can receive a code that is sent there. */
const isLocal = (redirect: URL): boolean => !isWeb(redirect) || isLoopback(redirect.hostname)

/**
 * The redirect target as a CSP source: an origin, or the scheme of an app. A source cannot name an IPv6 address, so that
 * of an agent on this machine is its scheme, too.
 */
const formTarget = (redirect: URL): string =>
  isWeb(redirect) && !redirect.hostname.startsWith("[") ? redirect.origin : redirect.protocol

export const makeConsent = (options: Options) => {
  const { provider, issuer, resource, secret, sessionOf, accounts } = options

  const formToken = (uid: string, session: string): string =>
    createHmac("sha256", secret).update(`consent\0${uid}\0${session}`).digest("base64url")

  const isOwnForm = (token: string | null, uid: string, session: string): boolean => {
    const expected = Buffer.from(formToken(uid, session))
    const actual = Buffer.from(token ?? "")
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  }

  const clientOf = async (interaction: Interaction): Promise<Client> => {
    const client = await provider.Client.find(String(interaction.params["client_id"]))
    if (client === undefined) throw new Error("the client is gone")
    return client
  }

  const nameOf = ({ clientName, clientId }: Client): string => (clientName ?? clientId).slice(0, 80)

  const show = async (interaction: Interaction, session: string, response: ServerResponse) => {
    const client = await clientOf(interaction)
    const redirect = redirectOf(interaction)
    const html = consentPage({
      clientName: nameOf(client),
      clientId: client.clientId,
      redirectHost: targetOf(redirect),
      isLocal: isLocal(redirect),
      accounts: (await accounts()).filter(({ problem }) => problem === undefined),
      action: `/oauth/consent/${interaction.uid}`,
      token: formToken(interaction.uid, session)
    })
    send(response, 200, html, [formTarget(redirect)])
  }

  /** The grant that the user chose. Accounts that do not exist are ignored. */
  const grantOf = async (form: URLSearchParams): Promise<Grant> => {
    const accountNames = form.getAll("account")
    const names = (await accounts()).map(scopeOf).filter((name) => accountNames.includes(name))
    return { accounts: names, readOnly: form.get("read_only") === "true" }
  }

  /**
   * Grants what the user allowed, in this console session, and describes the agent that the authorization server stores
   * with its code.
   */
  const allow = async (interaction: Interaction, form: URLSearchParams, session: string) => {
    const client = await clientOf(interaction)
    const grant = new provider.Grant({ accountId: ACCOUNT, clientId: client.clientId })
    grant.addOIDCScope("offline_access")
    grant.addResourceScope(resource, SCOPE)
    const grantId = await grant.save()
    const agent: NewAgent = {
      name: nameOf(client),
      clientId: client.clientId,
      redirectHost: targetOf(redirectOf(interaction)),
      grant: await grantOf(form),
      grantId
    }
    return { grantId, session, agent }
  }

  const decide = async (
    request: IncomingMessage,
    response: ServerResponse,
    interaction: Interaction,
    session: string
  ) => {
    if (request.headers.origin !== issuer) {
      return send(response, 403, errorPage("access_denied", "The answer came from a page that is not this hub's."))
    }
    const body = await readBody(request, response, MAX_FORM_BYTES)
    if (body === "gone") return void response.destroy()
    if (body === "tooLong") return send(response, 413, errorPage("invalid_request", "The form is too long."))
    const form = new URLSearchParams(body.toString("utf8"))
    if (!isOwnForm(form.get("token"), interaction.uid, session)) {
      return send(
        response,
        403,
        errorPage("access_denied", "The answer does not belong to the form that was shown here.")
      )
    }
    const decision = form.get("decision")
    if (decision !== "allow" && decision !== "deny") {
      return send(response, 400, errorPage("invalid_request", "The form says neither allow nor deny."))
    }
    const result =
      decision === "allow"
        ? { login: { accountId: ACCOUNT }, consent: await allow(interaction, form, session) }
        : { error: "access_denied", error_description: "The user did not agree." }
    return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  /** Handles a request to the consent page. @param uid the sign-in's id in the path */
  return async (request: IncomingMessage, response: ServerResponse, uid: string): Promise<void> => {
    let interaction: Interaction
    try {
      interaction = await provider.interactionDetails(request, response)
    } catch {
      return send(
        response,
        400,
        errorPage("invalid_request", "This sign-in has ended, or was started in another browser.")
      )
    }
    if (interaction.uid !== uid) {
      return send(response, 400, errorPage("invalid_request", "Another sign-in is under way in this browser."))
    }
    const session = await sessionOf(request)
    if (session === undefined) return send(response, 401, signInPage(`/oauth/consent/${uid}`))
    if (request.method === "GET") return show(interaction, session, response)
    if (request.method !== "POST") return void response.writeHead(405, { allow: "GET, POST" }).end()
    return decide(request, response, interaction, session)
  }
}

/** Reasons for missing permissions: an API that is not enabled, a missing scope or a missing role. */
import type { CallRequest } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"

import { scopes } from "../../vendors.ts"
import { onlyReads } from "../quota/categories.ts"
import type { ServiceError } from "./status.ts"

/** The roles that operations need. https://support.google.com/analytics/answer/9305587 */
export const ROLES = {
  read: "the role Viewer on the property",
  list: "the role Viewer on the analytics account",
  edit: "the role Editor on the property",
  create: "the role Administrator on the analytics account"
} as const

/**
 * The role that a request needs.
 * @param path the path below the base URL
 */
const roleFor = (path: string, isRead: boolean): string => {
  if (isRead) return /\/properties\/[^/]/i.test(path) ? ROLES.read : ROLES.list
  return /\/properties\/?$/i.test(path) ? ROLES.create : ROLES.edit
}

const DISABLED = /has not been used in project|it is disabled|is not enabled/i

const notTurnedOn = ({ message, metadata, links }: ServiceError): Reason => {
  const service = ProviderText.line(metadata["serviceTitle"] ?? metadata["service"] ?? "this API", 80)
  const link = links[0] ?? /https:\/\/\S+/.exec(message)?.[0]
  const where = link === undefined ? "" : ` Turn it on at ${ProviderText.line(link, 300)}`
  return {
    _tag: "Forbidden",
    what: `The project of the account's credential has not turned on ${service}.${where}`,
    needs: `${service}, turned on`,
    remedy: { to: "changeSetting", of: `the credential's project: turn on ${service}` }
  }
}

/** Also has the reason `SERVICE_DISABLED`, of a project that is not the caller's. */
const NO_PROJECT = /requires a quota project/i

/** The reason of a 403 response. */
export const forbidden = (error: ServiceError, path: string, method: CallRequest["method"]): Reason => {
  const { reason, message } = error
  const words = ProviderText.quoted(message)
  const isRead = method === "GET" || onlyReads(path)
  if (NO_PROJECT.test(message)) {
    return {
      _tag: "Forbidden",
      what: `The account's token has no quota project; tokens of one's own OAuth client or service account have one${words}`,
      needs: "a quota project",
      remedy: { to: "renewKey" }
    }
  }
  if (reason === "SERVICE_DISABLED" || (reason === "" && DISABLED.test(message))) return notTurnedOn(error)
  if (reason === "ACCESS_TOKEN_SCOPE_INSUFFICIENT" || /insufficient authentication scopes/i.test(message)) {
    const needs = isRead ? scopes.read : scopes.edit
    return {
      _tag: "Forbidden",
      what: `The account's sign-in was not allowed the scope ${needs}${words}`,
      needs,
      remedy: { to: "signInAgain" }
    }
  }
  // A missing role has no such reason; the platform in front of the service gives one for what concerns the project.
  if (reason !== "") {
    return {
      _tag: "Forbidden",
      what: `The service refuses the project of the account's credential, or the project's organization does${words}`,
      remedy: { to: "changeSetting", of: "the credential's project" }
    }
  }
  // The service always says why: https://github.com/firebase/flutterfire/issues/10252
  if (message === "") {
    return {
      _tag: "Forbidden",
      what: "Something before the service refused the request, such as a proxy or a block of this network.",
      remedy: { to: "ask", whom: "administrator" }
    }
  }
  const needs = roleFor(path, isRead)
  // The service answers the same for a property that does not exist.
  return {
    _tag: "Forbidden",
    what: `The account lacks ${needs}, or what the call names does not exist${words}`,
    needs,
    remedy: { to: "ask", whom: "administrator", needs }
  }
}

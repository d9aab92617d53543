/** Tokens of a service account: it parses a key file, and exchanges a signed assertion for a token (RFC 7523). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { ProviderError, Reason } from "../errors/ProviderError.ts"
import type { Transport } from "../transport/Transport.ts"
import * as Server from "./AuthorizationServer.ts"
import { base64url } from "./base64url.ts"
import type { Grant } from "./Grant.ts"

/** The contents of a key file. */
export interface Key {
  /** The account's email address, which is the issuer of the assertion. */
  readonly clientEmail: string
  readonly privateKeyId: string | undefined
  /** PKCS#8 in PEM. */
  readonly privateKey: Redacted.Redacted
  /** The token endpoint; also the assertion's audience. */
  readonly tokens: string
}

/** Nobody signs in here, so `invalid_grant` is about the assertion: https://www.rfc-editor.org/rfc/rfc7523#section-3.1 */
const ERRORS: Server.Server["errors"] = {
  invalid_grant: {
    _tag: "Unauthorized",
    what: "The service rejected the service account's key: it or its account was deleted or disabled, or this machine's clock is wrong.",
    remedy: { to: "renewKey" }
  }
}

const JWT_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
/** The longest lifetime that servers accept. */
const LIFE_SECONDS = 3_600
const PEM = /-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----/

const wrong = (field: string, message: string): Reason => ({
  _tag: "Invalid",
  what: `The service account's key file ${message}.`,
  remedy: { to: "correctInput" },
  nothing: "sent",
  fields: [{ field, message }]
})

const parseJson = (text: string): unknown => {
  try {
    // Windows' editors and shells begin a file that they save with a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ""))
  } catch {
    return undefined
  }
}

/**
 * Parses the JSON of a key file. Errors do not repeat its contents.
 *
 * @param field the account's field that holds the file, for the error
 */
export const read = (field: string, file: Redacted.Redacted): Result.Result<Key, Reason> => {
  const value = parseJson(Redacted.value(file))
  if (typeof value !== "object" || value === null) return Result.fail(wrong(field, "is not valid JSON"))
  const { type, client_email, private_key, private_key_id, token_uri }: Readonly<Record<string, unknown>> = { ...value }
  if (type !== "service_account") return Result.fail(wrong(field, 'does not have the type "service_account"'))
  if (typeof client_email !== "string" || client_email === "") return Result.fail(wrong(field, "has no client_email"))
  // What puts the file together from variables escapes line ends that are escaped already.
  const privateKey = typeof private_key === "string" ? private_key.replaceAll(String.raw`\n`, "\n") : ""
  if (!PEM.test(privateKey)) return Result.fail(wrong(field, "has no readable private key"))
  if (typeof token_uri !== "string" || Result.isFailure(Server.endpointOf(token_uri))) {
    return Result.fail(wrong(field, "has no https token_uri"))
  }
  return Result.succeed({
    clientEmail: client_email,
    privateKeyId: typeof private_key_id === "string" ? private_key_id : undefined,
    privateKey: Redacted.make(privateKey),
    tokens: token_uri
  })
}

const part = (value: object): string => base64url(new TextEncoder().encode(JSON.stringify(value)))

const sign = async (pem: string, text: string): Promise<string> => {
  const bytes = Uint8Array.from(atob(PEM.exec(pem)?.[1] ?? ""), (character) => character.charCodeAt(0))
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }
  const key = await crypto.subtle.importKey("pkcs8", bytes, algorithm, false, ["sign"])
  return base64url(new Uint8Array(await crypto.subtle.sign(algorithm.name, key, new TextEncoder().encode(text))))
}

/** Requests a token for a service account. Each call gets a new one. */
export const grant = Effect.fnUntraced(function* (
  provider: string,
  key: Key,
  scopes: ReadonlyArray<string>
): Effect.fn.Return<Grant, ProviderError, Transport> {
  const issuedAt = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  const header = { alg: "RS256", typ: "JWT", kid: key.privateKeyId }
  const claims = {
    iss: key.clientEmail,
    scope: scopes.join(" "),
    aud: key.tokens,
    iat: issuedAt,
    exp: issuedAt + LIFE_SECONDS
  }
  const text = `${part(header)}.${part(claims)}`
  const signature = yield* Effect.tryPromise({
    try: () => sign(Redacted.value(key.privateKey), text),
    catch: () =>
      Server.signInError(provider, wrong("", "has a private key that cannot sign (RSA in PKCS#8 is required)"))
  })
  const answer = yield* Server.grant(
    { provider, tokens: key.tokens, errors: ERRORS },
    { grant_type: JWT_GRANT, assertion: Redacted.make(`${text}.${signature}`) }
  )
  // A server that lists no scopes granted those that were requested: https://www.rfc-editor.org/rfc/rfc6749#section-5.1
  return answer.scopes.length > 0 ? answer : { ...answer, scopes }
})

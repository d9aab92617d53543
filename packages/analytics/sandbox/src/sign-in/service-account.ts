// A service account: its key file, and the verification of signed assertions.
// Source: https://developers.google.com/identity/protocols/oauth2/service-account#authorizingrequests

import { createVerify, generateKeyPairSync } from "node:crypto"

import { isObject, parseJson } from "@inlay/sandbox-kit/json"

import { sandboxProject } from "./tokens.ts"

const email = "reports@harbour-goods-sandbox.iam.gserviceaccount.com"
const keyId = "sandbox0000000000000000000000000000000001"
const mostSeconds = 3600
/** How far the caller's clock may be ahead, in seconds. */
const skewSeconds = 300

let pair: { readonly publicKey: string; readonly privateKey: string } | undefined

/** Generated on first use, so that the source contains no key. */
const keyPair = () =>
  (pair ??= generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" }
  }))

export const serviceAccountId = "reports"

/** The key file in the format of the cloud console. */
export const keyFile = (accounts: string) => ({
  type: "service_account",
  project_id: "harbour-goods-sandbox",
  private_key_id: keyId,
  private_key: keyPair().privateKey,
  client_email: email,
  client_id: "100000000000000000001",
  auth_uri: `${accounts}/o/oauth2/v2/auth`,
  token_uri: `${accounts}/token`,
  universe_domain: "googleapis.com"
})

export const serviceAccountProject = sandboxProject

const decodePart = (part: string): unknown => parseJson(Buffer.from(part, "base64url").toString("utf8"))?.value

const isSigned = (text: string, signature: string): boolean =>
  createVerify("RSA-SHA256").update(text).verify(keyPair().publicKey, signature, "base64url")

/** The scopes that an assertion requests, or the service's message if it is invalid. */
export const readAssertion = (
  assertion: string,
  tokenUri: string,
  nowMillis: number
): { readonly scopes: ReadonlyArray<string> } | { readonly problem: string } => {
  const [head = "", body = "", signature = "", ...rest] = assertion.split(".")
  const [header, claims] = [decodePart(head), decodePart(body)]
  if (!isObject(header) || !isObject(claims) || rest.length > 0) return { problem: "Invalid JWT: Failed to decode." }
  const { aud, exp, iat, iss, scope } = claims
  if (header["alg"] !== "RS256") return { problem: "Invalid JWT Signature." }
  if (iss !== email) return { problem: "Invalid grant: account not found" }
  if (!isSigned(`${head}.${body}`, signature)) return { problem: "Invalid JWT Signature." }
  if (aud !== tokenUri) return { problem: `Invalid JWT: Failed audience check. The right audience is ${tokenUri}` }
  const now = nowMillis / 1000
  if (
    typeof iat !== "number" ||
    typeof exp !== "number" ||
    exp - iat > mostSeconds ||
    exp <= now ||
    iat > now + skewSeconds
  ) {
    return {
      problem:
        "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim."
    }
  }
  if (typeof scope !== "string" || scope === "") return { problem: "Invalid scope: the assertion asks for none." }
  return { scopes: scope.split(" ") }
}

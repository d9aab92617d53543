/** Tests the errors of the service's token endpoint, in its words. */
import { generateKeyPairSync } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { make, type AccountKind } from "@inlay/agent-plugin/Account"
import * as AuthorizationServer from "@inlay/core-http/AuthorizationServer"
import * as Node from "@inlay/core-http/node"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { expect, it, onTestFinished } from "vitest"

import { refreshToken, serviceAccount } from "./kinds.ts"
import { serverOf } from "./server.ts"

/** A token endpoint with this answer. */
const endpoint = async (status: number, body: object): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`
}

const connected = (kind: AccountKind, values: Readonly<Record<string, string>>) =>
  make({ plugin: "analytics", name: "test", kind, values, revision: "1" })

const reasonOf = async (renewal: Effect.Effect<unknown, ProviderError, Transport>) =>
  (await Effect.runPromise(Effect.provide(Effect.flip(renewal), Node.layer))).reason

const renewal = async (status: number, body: object) => {
  const token_url = await endpoint(status, body)
  const values = { client_id: "c", client_secret: "s", refresh_token: "r", token_url }
  const server = serverOf(connected(refreshToken, values))
  return reasonOf(AuthorizationServer.refresh(server, Redacted.make("r")))
}

it.each([
  [401, "unauthorized_client", "Unauthorized", /issued the refresh token to another OAuth client/, "checkApp"],
  [401, "deleted_client", "The OAuth client was deleted.", /was deleted/, "changeSetting"],
  [401, "disabled_client", "The OAuth client was disabled.", /was disabled/, "changeSetting"],
  [401, "invalid_client", "The OAuth client was not found.", /does not know this client id/, "checkApp"],
  [400, "invalid_grant", "Token has been expired or revoked.", /sign-in has expired or was revoked/, "signInAgain"],
  [400, "invalid_grant", "reauth related error (invalid_rapt)", /sign-in has expired or was revoked/, "signInAgain"],
  [400, "admin_policy_enforced", "Access to your account data is restricted.", /administrator.*has restricted/, "ask"]
])("%i %s is explained", async (status, error, error_description, words, remedy) => {
  const reason = await renewal(status, { error, error_description })
  expect(reason).toMatchObject({ what: expect.stringMatching(words), remedy: { to: remedy } })
  expect(reason.what).toContain(`It says: “${error_description}”`)
  expect(reason.remedy).not.toHaveProperty("turnOn")
})

const { privateKey: private_key } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" }
})
const LATE =
  "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim."

it.each([
  [LATE, /because this machine's clock is wrong\.$/, "changeSetting"],
  ["Invalid JWT Signature.", /rejected the service account's key.*It says: “Invalid JWT Signature\.”/, "renewKey"],
  ["Invalid grant: account not found", /rejected the service account's key/, "renewKey"]
])("a service account's request is rejected: %s", async (error_description, words, remedy) => {
  const token_uri = await endpoint(400, { error: "invalid_grant", error_description })
  const key = { type: "service_account", client_email: "a@b.example", private_key, token_uri }
  const account = connected(serviceAccount, { key_file: JSON.stringify(key) })
  const minting = Effect.flatMap(serviceAccount.mint?.(account) ?? Effect.die("none"), ({ current }) => current)
  expect(await reasonOf(minting)).toMatchObject({ what: expect.stringMatching(words), remedy: { to: remedy } })
})

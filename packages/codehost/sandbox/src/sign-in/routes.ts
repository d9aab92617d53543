// Route that revokes credentials. Anyone who has a credential can revoke it without signing in, and the response does
// not say which ones were valid.
// Source: https://docs.github.com/en/rest/credentials/revoke

import type { Context, Routes } from "../frame/context.ts"
import { invalidRequest, validationFailed } from "../frame/errors.ts"
import { accepted, type Reply } from "../frame/reply.ts"

const most = 1000

const revoke = ({ body, state }: Context): Reply => {
  const { credentials } = body
  if (credentials === undefined) throw invalidRequest('"credentials" wasn\'t supplied.')
  if (!Array.isArray(credentials) || !credentials.every((one) => typeof one === "string")) {
    throw invalidRequest(`For 'properties/credentials', ${JSON.stringify(credentials)} is not an array of strings.`)
  }
  if (credentials.length === 0 || credentials.length > most) {
    throw validationFailed({ resource: "Credential", field: "credentials", code: "invalid" })
  }
  for (const credential of credentials) state.signIn.tokens.revoke(credential)
  return accepted()
}

export const credentialRoutes: Routes = { "POST /credentials/revoke": { run: revoke, ownAuth: true } }

import type { Walk } from "./send.ts"

export const accounts: Walk = async (send) => {
  await send(200, "GET /user")
  await send(200, "GET /users/mona")
  await send(200, "GET /users/acme")
  await send(404, "GET /users/no-such-user")
  await send(200, "GET /orgs/acme")
  await send(404, "GET /orgs/no-such-organization")
  await send(200, "GET /user/orgs")
  await send(200, "GET /users/ada/orgs")
  await send(200, "GET /orgs/acme/members")
  await send(200, "GET /rate_limit")
  const credentials = ["ghp_1234567890abcdef1234567890abcdef12345678"]
  await send(202, "POST /credentials/revoke", { body: { credentials }, token: "" })
  await send(422, "POST /credentials/revoke", { body: {}, token: "" })
}

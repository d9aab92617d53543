import type { Walk } from "./send.ts"

export const search: Walk = async (send) => {
  await send(200, "GET /search/issues?q=repo:acme/widgets+is:issue&per_page=2")
  await send(200, "GET /search/issues?q=repo:acme/widgets+is:pr&sort=updated&order=asc")
  await send(200, "GET /search/issues?q=repo:acme/widgets+no-such-word-anywhere")
  await send(200, "GET /search/repositories?q=widgets+in:name&sort=stars")
  await send(422, "GET /search/repositories?q=")
  await send(422, "GET /search/issues?q=")
  await send(422, "GET /search/issues?q=repo:acme/no-such-repository")
  await send(422, "GET /search/issues?q=repo:acme/widgets&page=1000&per_page=100")
}

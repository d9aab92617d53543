/**
 * Server processes that start the test's agent for each star, on one data directory or one database. They end with the
 * test.
 */
import { onTestFinished } from "vitest"

import { inlayJson } from "../processes/command.ts"
import { serve } from "../processes/serving.ts"
import { startServers, type Options } from "../servers/servers.ts"
import { startAgent } from "./agent.ts"
import { startCodeHost } from "./code-host.ts"
import { starDeliveries, subscribeToStars } from "./star-deliveries.ts"

const setUp = async () => {
  const codeHost = await startCodeHost()
  onTestFinished(codeHost.close)
  const agent = await startAgent()
  onTestFinished(agent.close)
  // This account may not create hooks, because the test sends the deliveries itself.
  return { agent, env: { ...codeHost.env, INLAY_CODEHOST_TOKEN: "sandbox-reader-token-not-a-secret" } }
}

/** One server on the SQLite file of a data directory, or on a database. @param nodeArgs as for `serve` */
export const serveStars = async (
  { directory, url }: { readonly directory: string; readonly url?: string | undefined },
  nodeArgs: ReadonlyArray<string> = []
) => {
  const { agent, env: account } = await setUp()
  const env = { ...account, ...(url !== undefined && { INLAY_DATABASE: url }) }
  const args = ["tokens", "create", "test", "--manage", "--data", directory]
  const token = await inlayJson<{ readonly text: string }>(args, { env })
  const server = await serve(directory, env, nodeArgs)
  onTestFinished(() => server.kill())
  const stars = starDeliveries(await subscribeToStars(server.url, token.json.text, agent.url))
  return { agent, env, server, stars }
}

/** Two servers on one PostgreSQL database. */
export const serveStarsTwice = async (place: Omit<Options, "env">) => {
  const { agent, env } = await setUp()
  const servers = await startServers({ ...place, env })
  onTestFinished(servers.close)
  const stars = starDeliveries(await subscribeToStars(servers.url, await servers.token("--manage"), agent.url))
  const [first = 0, second = 0] = servers.ports
  return { agent, servers, stars, urls: [`http://127.0.0.1:${first}`, `http://127.0.0.1:${second}`] as const }
}

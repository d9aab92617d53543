/** From an event to an agent: somebody stars a repository, and an agent on this machine starts. */
import type { RunningSandbox } from "@inlay/sandbox"

import { startAgent, type Agent } from "../support/agent.ts"
import { startHub, type Hub } from "../support/hub.ts"
import { facts, step } from "./report.ts"

/** Acts as the browser: the link signs it in, and the session cookie authenticates its requests. */
const signedIn = async ({ url, link }: Hub) => {
  const secret = new URL(link).hash.slice(1)
  const headers = { "content-type": "application/json", origin: url }
  const response = await fetch(`${url}/api/session`, {
    method: "POST",
    headers,
    body: JSON.stringify({ link: secret })
  })
  const cookie = response.headers.get("set-cookie")?.split(";", 1)[0]
  if (cookie === undefined) throw new Error(`the hub answered ${response.status}: ${await response.text()}`)
  return async <A>(path: string, body?: object): Promise<A> => {
    const answer = await fetch(url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, cookie },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as A
  }
}

interface Health {
  readonly health: ReadonlyArray<{ readonly way: string | null }>
}

const MAX_WAIT_MILLIS = 20_000

/** Waits until the hook exists at the service. */
const hooked = async (api: Awaited<ReturnType<typeof signedIn>>): Promise<string> => {
  const endMillis = performance.now() + MAX_WAIT_MILLIS
  for (;;) {
    const [one] = (await api<Health>("/api/subscriptions/health")).health
    if (one?.way === "webhook") return one.way
    if (performance.now() > endMillis) throw new Error("there is no webhook at the code host")
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const subscribed = async (hub: Hub, agent: Agent): Promise<void> => {
  const api = await signedIn(hub)
  await api("/api/subscriptions", {
    trigger: "codehost_new_star",
    account: "codehost/env",
    target: { owner: "acme", repo: "widgets" },
    url: agent.url
  })
  await hooked(api)
}

const starred = async (sandbox: RunningSandbox, agent: Agent) => {
  const startMillis = performance.now()
  await fetch(`${sandbox.plugins["codehost"]?.control}/stars`, {
    method: "POST",
    body: JSON.stringify({ login: "grace" })
  })
  const [start] = await agent.started(1)
  if (start?.body.data["actor"] !== "grace") throw new Error(`another event came: ${JSON.stringify(start)}`)
  return { ...start, millis: start.atMillis - startMillis }
}

export const trigger = async (sandbox: RunningSandbox): Promise<void> => {
  const agent = await startAgent()
  const hub = await step(
    "`inlay serve`",
    () => startHub(sandbox.plugins["codehost"]?.env),
    ({ url }) => url
  )
  try {
    await step("an agent subscribes to New star of acme/widgets; the hub creates the webhook", () =>
      subscribed(hub, agent)
    )
    const start = await step("grace stars the repository, and the agent starts", () => starred(sandbox, agent))
    facts([
      ["event", `${start.body.trigger} by ${String(start.body.data["actor"])}`],
      ["from the star to the start", `${start.millis.toFixed(0)} ms`]
    ])
  } finally {
    await hub.close()
    await agent.close()
  }
}

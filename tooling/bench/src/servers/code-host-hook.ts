/** A hook of a running hub, created through its API. */
import { PLACE, type Receiver } from "../webhooks.ts"
import type { RunningHub } from "./inlay-serve.ts"

/** Sends a creation request to a hub's API. */
export const create = async <A>({ origin, token }: RunningHub, path: string, body: unknown): Promise<A> => {
  const response = await fetch(new URL(path, origin), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
  return (await response.json()) as A
}

export const hookOf = async (hub: RunningHub, place = PLACE): Promise<Receiver> => {
  const hook = await create<{ readonly id: string; readonly secret: string }>(hub, "/api/hooks", {
    account: "codehost/env",
    place
  })
  return { url: new URL(`/webhooks/${hook.id}`, hub.origin), secret: hook.secret }
}

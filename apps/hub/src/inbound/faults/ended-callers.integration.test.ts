/** Callers whose token or session ends while they hold the event feed open, and nothing happens. */
import { afterAll, beforeAll, expect, it } from "vitest"

import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
let hub: RunningHub
beforeAll(async () => {
  hub = await startHub(directory())
})
afterAll(() => hub.close())

const open = async (headers: Readonly<Record<string, string>>, signal: AbortSignal | null = null) => {
  const stream = await fetch(`${hub.url}/api/events`, {
    headers: { accept: "text/event-stream", ...headers },
    signal
  })
  expect(stream.status).toBe(200)
  return stream
}

it("ends the stream of a token that expired, and of a session that was ended, but of no other", async () => {
  const { origin } = new URL(hub.url)
  const session = await hub.call("POST", "/api/session", { body: { link: await hub.link() }, headers: { origin } })
  const cookie = session.headers.getSetCookie()[0]?.split(";", 1)[0] ?? ""
  const ending = [
    await open({ authorization: `Bearer ${await hub.token({}, Date.now() + 1_000)}` }),
    await open({ cookie })
  ]
  const leaving = new AbortController()
  const lasting = await open({ authorization: `Bearer ${await hub.token()}` }, leaving.signal)
  let isOver = false
  const whole = lasting.text().then(
    () => (isOver = true),
    () => undefined
  )
  expect((await hub.call("DELETE", "/api/session", { headers: { cookie, origin } })).status).toBe(204)
  await Promise.all(ending.map((stream) => stream.text()))
  expect(isOver).toBe(false)
  leaving.abort()
  await whole
})

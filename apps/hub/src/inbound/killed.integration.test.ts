/** A server that is killed again and again: what it accepted starts an agent, and starts it once. */
import { spawn, type ChildProcess } from "node:child_process"

import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import { afterEach, expect, it } from "vitest"

import { startAgent } from "../testing/events/agent.ts"
import { startCodeHost } from "../testing/events/code-host.ts"
import { signatureOf } from "../testing/events/hub.ts"
import { inlayJson, main, surroundings } from "../testing/processes/command.ts"
import { temporaryDirectories } from "../testing/temporary.ts"

/** `pnpm test:full` takes 20. */
const KILLS = Number(process.env["INLAY_KILLS"] ?? 5)
const PER_ROUND = 8

const directory = temporaryDirectories()
const closing: Array<() => unknown> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const serve = async (at: string, more: Readonly<Record<string, string>>) => {
  const child: ChildProcess = spawn(
    process.execPath,
    [main, "serve", "--port", "0", "--data", at, "--allow-private", "--json"],
    { env: surroundings(more), stdio: ["ignore", "pipe", "ignore"] }
  )
  closing.push(() => child.kill("SIGKILL"))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
      if (found !== undefined) resolve(found)
    })
    child.on("exit", (code) => reject(new Error(`it ended with ${code}`)))
  })
  const kill = () =>
    new Promise<void>((resolve) => {
      child.removeAllListeners("exit").on("exit", () => resolve())
      child.kill("SIGKILL")
    })
  return { url, kill }
}

it(`loses and doubles nothing of what it accepted, killed ${KILLS} times`, async () => {
  const codeHost = await startCodeHost()
  const agent = await startAgent()
  closing.push(codeHost.close, agent.close)
  const at = directory()
  // The deliveries are the test's own.
  const env = { ...codeHost.env, INLAY_CODEHOST_TOKEN: "sandbox-reader-token-not-a-secret" }
  const token = await inlayJson<{ readonly text: string }>(["tokens", "create", "test", "--manage", "--data", at])
  const bearer = token.json.text
  const post = async (url: string, path: string, body: unknown) => {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    return (await response.json()) as { readonly id: string; readonly secret: string }
  }
  let server = await serve(at, env)
  await post(server.url, "/api/subscriptions", {
    trigger: "codehost_new_star",
    account: "codehost/env",
    target: { owner: "acme", repo: "widgets" },
    url: agent.url
  })
  const hook = await post(server.url, "/api/hooks", { account: "codehost/env", place: "repos/acme/widgets" })

  const deliver = async (number: number): Promise<boolean> => {
    const starredAt = new Date(Date.UTC(2026, 5, 1) + number * 1000).toISOString().replace(".000", "")
    const body = JSON.stringify({ ...star.body, starred_at: starredAt })
    return fetch(`${server.url}/webhooks/${hook.id}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-github-event": "star",
        "x-github-delivery": crypto.randomUUID(),
        "x-hub-signature-256": signatureOf(hook.secret, body)
      },
      body
    }).then(
      ({ status }) => status === 202,
      () => false
    )
  }

  const accepted: Array<number> = []
  for (let round = 0; round < KILLS; round++) {
    const delivering = Array.from({ length: PER_ROUND }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 8))
      const number = round * PER_ROUND + index
      if (await deliver(number)) accepted.push(number)
    })
    await expect
      .poll(() => accepted.some((number) => number >= round * PER_ROUND), { timeout: 20_000, interval: 1 })
      .toBe(true)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
    await server.kill()
    await Promise.all(delivering)
    server = await serve(at, env)
  }
  const secondOf = (text: string) => (Date.parse(text) - Date.UTC(2026, 5, 1)) / 1000
  const started = () => new Set(agent.all.map(({ body }) => secondOf(body.occurredAt as string)))
  await expect
    .poll(() => accepted.filter((number) => !started().has(number)), { timeout: 60_000, interval: 100 })
    .toEqual([])
  expect(accepted.length).toBeGreaterThanOrEqual(KILLS)
  // A start that was under way when the server was killed is sent again, under the same id.
  const ids = new Set(agent.all.map(({ id }) => id))
  expect(ids.size).toBe(started().size)
}, 180_000)

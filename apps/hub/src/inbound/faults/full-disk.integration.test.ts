/**
 * The disk is full for a while: accepted deliveries start an agent, others are refused, and the hub recovers once there
 * is room.
 */
import { execFileSync, spawnSync } from "node:child_process"
import type { ServerResponse } from "node:http"

import { expect, it } from "vitest"

import { serveStars } from "../../testing/events/star-servers.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const EACH = 20
const LONG = { timeout: 60_000, interval: 50 }

/** Part of `util-linux`. Changes the limits of a running process. */
const hasPrlimit = spawnSync("prlimit", ["--version"]).status === 0

const directory = temporaryDirectories()

it.skipIf(!hasPrlimit)(
  "loses and doubles nothing, with answers of agents that cannot be noted, and recovers by itself",
  async () => {
    const { agent, server, stars } = await serveStars({ directory: directory() })
    const deliver = () => Promise.all(Array.from({ length: EACH }, () => stars.deliver(server.url)))
    /** No file may grow past this size, nor be written beyond it. */
    const limitFiles = (bytes: string) => execFileSync("prlimit", ["--pid", String(server.pid), `--fsize=${bytes}:`])
    const startsAll = () => expect.poll(() => stars.missing(agent.all), LONG).toEqual([])

    expect(await deliver()).not.toContain(false)
    await startsAll()
    // When the disk fills up, some deliveries are at the agent and some wait for their turn.
    const openResponses: Array<ServerResponse> = []
    agent.answers((response) => openResponses.push(response))
    expect(await deliver()).not.toContain(false)
    await expect.poll(() => openResponses.length, LONG).toBeGreaterThan(0)
    limitFiles("4096")
    agent.answers((response) => void response.writeHead(200).end())
    for (const response of openResponses) response.writeHead(200).end()
    const whileFull = await deliver()
    expect(whileFull).toContain(false)
    expect((await fetch(`${server.url}/healthz`)).status).toBeLessThan(600)

    limitFiles("unlimited")
    await expect.poll(() => stars.deliver(server.url), LONG).toBe(true)
    expect(await deliver()).not.toContain(false)
    await startsAll()
    expect(stars.doubled(agent.all)).toBe(0)
  },
  120_000
)

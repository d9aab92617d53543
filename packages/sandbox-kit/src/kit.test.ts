// Tests for what the sandboxes' own tests do not cover. Everything else here is tested through the sandboxes.
import { expect, it } from "vitest"

import { makeControl } from "./control.ts"
import { makeJournal } from "./journal.ts"
import { mounted, serve } from "./serve.ts"
import { ask, post } from "./testing.ts"
import { jsonAnswer, send } from "./wire.ts"

it("fails if the port is taken, and closes a hanging connection", async () => {
  const { close, origin } = await serve(() => undefined)
  await expect(serve(() => undefined, Number(new URL(origin).port))).rejects.toThrow("EADDRINUSE")
  const hanging = expect(fetch(origin)).rejects.toThrow()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await close()
  await hanging
})

it("holds a connection between two requests for a minute, and says so", async () => {
  const { close, origin } = await serve((_req, res) => send(res, jsonAnswer(200, {})))
  const response = await fetch(origin)
  expect(response.headers.get("keep-alive")).toBe("timeout=60")
  await response.text()
  await close()
})

it("passes a mount the rest of its path, or / if there is none", async () => {
  const echo = (name: string) => ({
    prefix: name === "all" ? "" : `/${name}`,
    handler: (_req: unknown, res: Parameters<typeof send>[0], path: string) => send(res, jsonAnswer(200, [name, path]))
  })
  const { close, origin } = await serve(mounted([echo("one"), echo("all")]))
  const bodies = await Promise.all(["/one", "/one/a%2Fb?c=d", "/ones"].map((path) => ask(`${origin}${path}`)))
  expect(bodies.map(({ body }) => body)).toEqual([
    ["one", "/"],
    ["one", "/a%2Fb"],
    ["all", "/ones"]
  ])
  await close()
})

it("lists the known controls, and reports its own failure", async () => {
  const handler = makeControl(
    {},
    {
      reads: {
        "/broken": () => {
          throw new Error("lost")
        }
      },
      writes: { "/note": (_state, body) => jsonAnswer(200, body) },
      refusal: (status, message) => jsonAnswer(status, { message })
    }
  )
  const { close, origin } = await serve((req, res) => handler(req, res, req.url ?? ""))
  expect((await ask(`${origin}/nothing`)).body).toMatchObject({
    message: expect.stringContaining("GET /broken, POST /note") as string
  })
  expect((await ask(`${origin}/broken`)).status).toBe(500)
  expect((await post(`${origin}/note`, "[]")).status).toBe(400)
  expect((await post(`${origin}/note`, "")).body).toEqual({})
  await close()
})

it("keeps at least the last 10,000 calls, under their numbers", () => {
  const journal = makeJournal<{ readonly number: number }>()
  for (let i = 0; i < 20_001; i++) journal.open({})
  expect(journal.calls().length).toBe(10_001)
  expect(journal.calls().at(-1)?.number).toBe(20_001)
})

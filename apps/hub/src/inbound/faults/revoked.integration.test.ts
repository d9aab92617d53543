/**
 * The account's token is revoked under load: deliveries of its hooks are accepted, and start agents as soon as that is
 * possible.
 */
import { expect, it, onTestFinished } from "vitest"

import { hubForTest } from "../../testing/events/hub.ts"
import { starDeliveries } from "../../testing/events/star-deliveries.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const TOKEN = "sandbox-revoked-token-not-a-secret"
const MINTED = { login: "mona", scopes: ["repo", "admin:org_hook", "notifications"], token: TOKEN }
const EACH = 40
const AT_ONCE = 8
const LONG = { timeout: 60_000, interval: 50 }

const directory = temporaryDirectories()

it("loses and doubles nothing, says which account it is, and goes on once the token is good again", async () => {
  const hub = await hubForTest(
    { directory: directory(), url: undefined },
    {
      token: TOKEN,
      prepare: ({ control }) => control("/tokens", MINTED)
    }
  )
  await hub.subscribe("codehost_new_star")
  const stars = starDeliveries(await hub.hook("repos/acme/widgets"))
  const { control } = hub.codeHost
  const deliver = async (url: string, onHalf: () => Promise<unknown> = async () => {}) => {
    const goal = stars.accepted.length + EACH
    const half = goal - EACH / 2
    let acted: Promise<unknown> | undefined
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (stars.accepted.length < goal) {
          expect(await stars.deliver(url)).toBe(true)
          if (stars.accepted.length >= half) acted ??= onHalf()
        }
      })
    )
    await acted
  }
  const startsAll = () => expect.poll(() => stars.missing(hub.agent.all), LONG).toEqual([])

  await deliver(hub.url, () => control("/tokens/revoke", { token: TOKEN }))
  await startsAll()

  // A server that starts now cannot ask the service which user the account belongs to.
  await hub.stop()
  const again = await hub.again()
  onTestFinished(again.close)
  await deliver(again.url)
  const token = await again.token({ manages: true })
  const health = async () =>
    (await again.call("GET", "/api/subscriptions/health", { token })).json.health[0] as {
      readonly ok: boolean
      readonly problems: ReadonlyArray<string>
    }
  await expect.poll(async () => (await health()).problems.join(" "), LONG).toMatch(/account .*token/is)
  expect((await health()).ok).toBe(false)
  expect(stars.missing(hub.agent.all).length).toBeGreaterThan(0)

  await control("/tokens", MINTED)
  await startsAll()
  await deliver(again.url)
  await startsAll()
  expect(stars.doubled(hub.agent.all)).toBe(0)
})

/** A renewed grant is stored only over the grant that it continues, and a change of the account keeps it. */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { describe, expect, it } from "vitest"

import { AccountRows } from "../storage/AccountRows.ts"
import { temporaryDirectories } from "../testing/temporary.ts"
import { newAccount, save, storedAccounts, withAccounts } from "../testing/vault-world.ts"

const directory = temporaryDirectories()

describe("a renewed grant", () => {
  const grant = (token: string, refresh?: string) => ({
    accessToken: Redacted.make(token),
    expiresAtMillis: 5,
    scopes: ["repo"],
    ...(refresh !== undefined && { refreshToken: Redacted.make(refresh) })
  })

  it("is kept only by who used the refresh token that is there", async () => {
    const at = directory()
    const before = await save(at, {
      ...newAccount("one"),
      secrets: { token: Redacted.make("a-1") },
      grant: grant("a-1", "r-1")
    })
    const renew = (from: typeof before, newGrant: ReturnType<typeof grant>) =>
      withAccounts(
        at,
        storedAccounts.use(({ renew: put }) => put(from, newGrant))
      )
    const second = await renew(before, grant("a-2", "r-2"))
    expect([Redacted.value(second!.secrets["token"]!), Redacted.value(second!.grant!.refreshToken!)]).toEqual([
      "a-2",
      "r-2"
    ])
    expect(second?.revision).toBe(before.revision)
    // A process that was suspended for too long.
    const late = await renew(before, grant("a-x", "r-x"))
    expect(Redacted.value(late!.secrets["token"]!)).toBe("a-2")
    // A provider whose refresh tokens do not rotate does not return a new one.
    const third = await renew(second!, grant("a-3"))
    expect(Redacted.value(third!.grant!.refreshToken!)).toBe("r-2")
    await withAccounts(
      at,
      storedAccounts.use(({ remove }) => remove(before.id, Effect.void))
    )
    expect(await renew(third!, grant("a-4", "r-4"))).toBeUndefined()
  })

  it("is kept by a change of the account, which waits for a renewal in progress", async () => {
    const at = directory()
    const content = { ...newAccount("one"), secrets: { token: Redacted.make("a-1") }, grant: grant("a-1", "r-1") }
    const before = await save(at, content)
    await withAccounts(
      at,
      Effect.gen(function* () {
        const rows = yield* AccountRows
        const accounts = yield* storedAccounts
        const lease = { accountId: before.id, holder: "a renewal" }
        const now = Date.now()
        yield* rows.lease(lease, now, now + 45_000)
        const change = accounts.change(before.id, { ...content, name: "two", grant: undefined })
        const fiber = yield* Effect.forkChild(change)
        yield* Effect.sleep(20)
        yield* accounts.renew(before, grant("a-2", "r-2"))
        yield* rows.release(lease)
        const after = yield* Fiber.join(fiber)
        expect([after?.name, Redacted.value(after!.secrets["token"]!)]).toEqual(["two", "a-2"])
        expect(Redacted.value(after!.grant!.refreshToken!)).toBe("r-2")
        expect(yield* change).toBeUndefined()
      })
    )
  })
})

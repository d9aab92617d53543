// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/preact"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import type { Account, Check, Plugin } from "../api/types.ts"
import { sight } from "../testing/sight.ts"
import { AccountRow } from "./AccountRow.tsx"
import { removing, integrations as words } from "./words.ts"

beforeEach(() => void sight())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const account: Account = {
  id: "analytics/main",
  plugin: "analytics",
  name: "main",
  kind: "access_token",
  source: "vault",
  readOnly: false,
  ok: true,
  problems: [],
  createdAt: null,
  expiresAt: null,
  lastUsedAt: null
}
const check: Check = {
  ok: true,
  identity: null,
  scopes: [],
  limits: [],
  problems: [],
  notes: [],
  spentToday: 0,
  unknownCharges: []
}
const charge = { id: "1", operation: "people.enrich", keys: [], since: "2026-01-01T00:00:00.000Z", mayHaveCost: 2 }

/** Draws the account after a check with this result. */
const draw = async (changes: Partial<Check>) => {
  vi.stubGlobal("fetch", async () => Response.json({ ...check, ...changes }))
  render(<AccountRow plugin={{ accountKinds: [] } as unknown as Plugin} account={account} onRemoved={() => {}} />)
  await screen.findByText(words.working)
}

it("shows what the check remarks, although the account works", async () => {
  await draw({ notes: ["The account can only read its properties."] })
  expect(screen.getByText("The account can only read its properties.").closest(".notice")).toBeNull()
})

it("ends its check when the view is left: others would wait for those of hundreds of accounts", async () => {
  const signals: Array<AbortSignal> = []
  vi.stubGlobal("fetch", (_: string, { signal }: { readonly signal: AbortSignal }) => {
    signals.push(signal)
    return new Promise(() => {})
  })
  const plugin = { accountKinds: [] } as unknown as Plugin
  const { unmount } = render(<AccountRow plugin={plugin} account={account} onRemoved={() => {}} />)
  await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([false]))
  unmount()
  await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true]))
})

it("is checked once it is in sight, and says until then that it was not: hundreds would ask their providers at once", async () => {
  const see = sight(false)
  const asked = vi.fn(async () => Response.json(check))
  vi.stubGlobal("fetch", asked)
  render(<AccountRow plugin={{ accountKinds: [] } as unknown as Plugin} account={account} onRemoved={() => {}} />)
  expect(screen.getByText(words.unchecked)).toBeDefined()
  expect(screen.getByRole("listitem").getAttribute("aria-busy")).toBe("false")
  expect(asked).not.toHaveBeenCalled()
  see()
  await screen.findByText(words.working)
  see()
  expect(asked).toHaveBeenCalledTimes(1)
})

it("shows the commands of what fixes a problem without their backticks", async () => {
  vi.stubGlobal("fetch", vi.fn())
  const fix = "Sign in again: `inlay connect analytics --replace`."
  const ended = { ...account, ok: false, problems: [{ what: "The sign-in has ended.", fix }] }
  render(<AccountRow plugin={{ accountKinds: [] } as unknown as Plugin} account={ended} onRemoved={() => {}} />)
  expect(screen.getByText("inlay connect analytics --replace").tagName).toBe("CODE")
})

it.each([
  ["works", "vault", true, [words.check, words.edit, words.remove]],
  ["does not work", "vault", false, [words.mend, words.check, words.edit, words.remove]],
  ["does not work, and is of the environment", "environment", false, [words.check]]
] as const)("offers what helps an account that %s", async (_, source, ok, offers) => {
  vi.stubGlobal("fetch", async () => Response.json({ ...check, ok }))
  const plugin = { accountKinds: [{ id: account.kind, title: "Token" }] } as unknown as Plugin
  render(<AccountRow plugin={plugin} account={{ ...account, source }} onRemoved={() => {}} />)
  await screen.findByText(ok ? words.working : words.broken)
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(offers)
})

it("says how many lookups have an unknown charge", async () => {
  await draw({ unknownCharges: [charge, { ...charge, id: "2" }] })
  expect(screen.getByText(/2 lookups with an unknown charge/)).toBeDefined()
  cleanup()
  await draw({})
  expect(screen.queryByText(/unknown charge/)).toBeNull()
})

it("of a plugin that the hub does not have can only be removed, and its problem is said once", () => {
  const asked = vi.fn()
  vi.stubGlobal("fetch", asked)
  const what = "The stored parcels/main belongs to a plugin that is not part of this inlay."
  const lost = { ...account, id: "parcels/main", plugin: "parcels", ok: false, problems: [{ what, fix: "" }] }
  render(<AccountRow plugin={undefined} account={lost} onRemoved={() => {}} />)
  expect(screen.getByText(words.broken)).toBeDefined()
  expect(screen.getAllByText(what)).toHaveLength(1)
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([words.remove])
  expect(asked).not.toHaveBeenCalled()
})

const failing = (error: object) => async () => Response.json({ error }, { status: 503 })

it.each([
  ["the hub did not answer", () => Promise.reject(new TypeError("Failed to fetch")), removing.yes, ""],
  [
    "the hub's database was locked",
    failing({ reason: "Refused", guard: "ledger", provider: "inlay", message: "The hub's data cannot be used." }),
    removing.yes,
    ""
  ],
  ["something else than the hub answered", failing({}), removing.yes, ""],
  [
    "its access could not be revoked",
    failing({ reason: "Unavailable", provider: "analytics", message: "The provider is down." }),
    removing.force,
    "?force=true"
  ],
  [
    "its key is lost",
    failing({ reason: "Refused", guard: "vault", provider: "inlay", message: "There is no key to decrypt it." }),
    removing.force,
    "?force=true"
  ]
])("is removed without revoking its access only if that is what failed: %s", async (_, fail, label, query) => {
  const removals: Array<string> = []
  vi.stubGlobal("fetch", async (path: string, { method }: { readonly method: string }) => {
    if (method === "GET") return Response.json({ stops: [], revokes: true })
    removals.push(path)
    return removals.length === 1 ? fail() : Response.json({ revoked: false, left: null })
  })
  const onRemoved = vi.fn<(message: string) => void>()
  render(<AccountRow plugin={undefined} account={account} onRemoved={onRemoved} />)
  fireEvent.click(screen.getByRole("button", { name: words.named(words.remove, account.id) }))
  const question = within(await screen.findByRole("group"))
  fireEvent.click(await question.findByRole("button", { name: removing.yes }))
  await question.findByRole("alert")
  fireEvent.click(question.getByRole("button", { name: label }))
  await vi.waitFor(() => expect(onRemoved).toHaveBeenCalledOnce())
  const path = "/api/accounts/analytics/main"
  expect(removals).toEqual([path, path + query])
})

it.each([
  [true, removing.revokes],
  [false, removing.keeps]
])(
  "can be removed once it is said whether that revokes its access (%s), and says what is left to do",
  async (revokes, text) => {
    let answer: (response: Response) => void = () => {}
    vi.stubGlobal("fetch", async (_: string, { method }: { readonly method: string }) =>
      method === "GET"
        ? new Promise((resolve) => (answer = resolve))
        : Response.json({ revoked: false, left: "Delete its key at the provider." })
    )
    const onRemoved = vi.fn<(message: string) => void>()
    render(<AccountRow plugin={undefined} account={account} onRemoved={onRemoved} />)
    fireEvent.click(screen.getByRole("button", { name: words.named(words.remove, account.id) }))
    await screen.findByRole("group")
    expect(screen.queryByRole("button", { name: removing.yes })).toBeNull()
    answer(Response.json({ stops: [], revokes }))
    expect(await screen.findByText(text)).toBeDefined()
    fireEvent.click(screen.getByRole("button", { name: removing.yes }))
    await vi.waitFor(() => expect(onRemoved).toHaveBeenCalledWith(expect.stringContaining("Delete its key")))
  }
)

it("is not removed if the question is cancelled with Escape", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ stops: [], revokes: false }))
  render(<AccountRow plugin={undefined} account={account} onRemoved={() => {}} />)
  fireEvent.click(screen.getByRole("button", { name: words.named(words.remove, account.id) }))
  fireEvent.keyDown(await screen.findByRole("button", { name: "Cancel" }), { key: "Escape" })
  expect(screen.queryByRole("group")).toBeNull()
})

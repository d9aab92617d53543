// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest"

import type { Send } from "../../messaging/client.ts"
import { section } from "./feature.ts"
import { rememberHosts } from "./remember-hosts.ts"

afterEach(() => localStorage.clear())

const answering = (hosts: ReadonlyArray<string>) =>
  (() => Promise.resolve({ ok: true, output: { hosts } })) as unknown as Send

it("applies to repositories of the public service, and to nothing else", () => {
  expect(section.applies("https://github.com/acme/widgets/issues/7")).toBe("subject")
  expect(section.applies("https://www.github.com/acme/widgets")).toBe("subject")
  for (const address of [
    "https://github.com/",
    "https://github.com/acme",
    "https://github.com.evil.example/a/b",
    "",
    "x"
  ])
    expect(section.applies(address)).toBeUndefined()
})

it("is headed by the repository's name, and by nothing on a page without a repository", async () => {
  expect(await section.heading?.("https://github.com/acme/widgets/issues/7")).toBe("acme/widgets")
  expect(await section.heading?.("https://github.com/settings/profile")).toBeUndefined()
})

it("recognises pages of connected servers by their address, until their account is removed", async () => {
  const address = "http://127.0.0.1:4680/repo/acme/widgets"
  expect(section.applies(address)).toBeUndefined()
  await rememberHosts(answering(["127.0.0.1:4680/repo"]))
  expect(section.applies(address)).toBe("subject")
  expect(section.applies("http://127.0.0.1:4680/other/acme/widgets")).toBeUndefined()
  await rememberHosts(answering([]))
  expect(section.applies(address)).toBeUndefined()
})

it("asks the worker about pages with an owner and a name on other hosts: their account may be new at the hub", async () => {
  const send = vi.fn<Send>(answering(["code.acme.example"]))
  const appliesNow = (address: string) => section.appliesNow?.({ address, tabId: 1, send })
  for (const address of [
    "https://code.acme.example/",
    "https://code.acme.example/acme",
    "https://github.com/acme/widgets",
    ""
  ])
    expect(await appliesNow(address)).toBe(false)
  expect(send).not.toHaveBeenCalled()
  expect(await appliesNow("https://elsewhere.example/acme/widgets")).toBe(false)
  localStorage.clear()
  expect(await appliesNow("https://code.acme.example/acme/widgets")).toBe(true)
  expect(section.applies("https://code.acme.example/acme/widgets")).toBe("subject")
})

it("uses the last known hosts if the worker fails, and only the public service if storage is damaged", async () => {
  await rememberHosts(answering(["code.acme.example"]))
  await rememberHosts((() => Promise.resolve({ ok: false, error: {} })) as unknown as Send)
  expect(section.applies("https://code.acme.example/acme/widgets")).toBe("subject")
  localStorage.setItem("repository.hosts", "{")
  expect(section.applies("https://code.acme.example/acme/widgets")).toBeUndefined()
  expect(section.applies("https://github.com/acme/widgets")).toBe("subject")
})

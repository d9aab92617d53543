// @vitest-environment happy-dom
import { beforeEach, expect, it } from "vitest"

import { earlySubject } from "./early-subject.ts"
import { rememberProfile } from "./remember-profile.ts"
import { targetOf } from "./target.ts"

beforeEach(() => localStorage.clear())

const SITES = ["linkedin.com", "127.0.0.1:4680"]

const PERSON = { kind: "person", name: "", key: "" } as const
const learn = () => {
  for (const host of ["linkedin.com", "127.0.0.1:4680", "au.linkedin.com"])
    rememberProfile(`https://${host}/in/somebody`, PERSON)
}

it("names nobody on a host without earlier lookups", () => {
  expect(earlySubject("https://www.linkedin.com/in/jane-doe")).toBeUndefined()
})

it("learns no host from a company's own site", () => {
  rememberProfile("https://acme.example/in/jane", { kind: "site", name: "acme.example", key: "" })
  expect(earlySubject("https://acme.example/in/jane")).toBeUndefined()
})

it.each([
  "https://au.linkedin.com/in/jane-doe/de?trk=x",
  "https://linkedin.com/in/%E6%9D%8E-%E5%A8%9C/",
  "https://www.linkedin.com/company/acme-pty-ltd/people/",
  "https://www.linkedin.com/in/",
  "https://www.linkedin.com/feed/",
  "https://acme.example/in/jane",
  "file:///in/jane",
  "not an address",
  "https://www.linkedin.com/in/mia-nguyen-4b2a19/",
  "https://linkedin.com/in/ACoAAABcdEFGhijkLMNOPqrst",
  "https://linkedin.com/in/JANE-DOE",
  "https://linkedin.com/in/-",
  "https://linkedin.com/in/..",
  "https://linkedin.com/company/acme?trk=1#people",
  "https://me@linkedin.com/in/jane-doe"
])("names the same person as the worker, or nobody: %s", (address) => {
  learn()
  const early = earlySubject(address)
  if (early !== undefined) expect(targetOf(address, SITES)?.subject).toMatchObject(early)
})

it("names a person", () => {
  learn()
  expect(earlySubject("https://www.linkedin.com/in/jane-doe")).toEqual({ kind: "person", name: "jane-doe" })
})

import * as Redacted from "effect/Redacted"
import { expect, it } from "vitest"

import { followedBy, signedHeaders } from "./signature.ts"

const DAY = 86_400
const secretOf = (name: string) => Redacted.make(`whsec_${name.repeat(32)}`)
const [first, second, third] = [secretOf("a"), secretOf("b"), secretOf("c")]

const signatures = (stored: Redacted.Redacted, seconds: number) =>
  signedHeaders(stored, "msg_1", seconds, "{}")["webhook-signature"]?.split(" ")
const signedBy = (secrets: ReadonlyArray<Redacted.Redacted>, seconds: number) =>
  secrets.flatMap((secret) => signatures(secret, seconds) ?? [])

it("a secret signs until its own time after it was replaced, however many have followed it", () => {
  const stored = followedBy(followedBy(first, second, DAY * 1000), third, (DAY + 3600) * 1000)
  expect(signatures(stored, DAY - 1)).toEqual(signedBy([third, second, first], DAY - 1))
  expect(signatures(stored, DAY)).toEqual(signedBy([third, second], DAY))
  expect(signatures(stored, DAY + 3600)).toEqual(signedBy([third], DAY + 3600))
})

it("a request that is sent again does not end the secret before it", () => {
  const once = followedBy(first, second, DAY * 1000)
  expect(signatures(followedBy(once, second, (DAY + 1) * 1000), 1)).toEqual(signedBy([second, first], 1))
  expect(signatures(followedBy(once, second, undefined), 1)).toEqual(signedBy([second], 1))
})

it("no more sign than a header has room for: the latest", () => {
  const all = Array.from("abcdefghij", secretOf)
  const stored = all.reduce((before, next) => followedBy(before, next, DAY * 1000))
  expect(signatures(stored, 1)).toEqual(signedBy(all.slice(-5).toReversed(), 1))
})

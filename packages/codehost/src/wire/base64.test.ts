import { expect, it } from "vitest"

import { MAX_FILE_BYTES, contentProblem, fromWire, toWire } from "./base64.ts"

it.each(["", "plain", "héllo 🎉", "\uFEFFwith a mark", "line\r\nline\n"])("text %j survives a round trip", (text) => {
  expect(fromWire(toWire(text))).toEqual({ encoding: "utf-8", content: text })
})

it("reads the service's line breaks", () => {
  expect(fromWire("aGVs\nbG8=\n")).toEqual({ encoding: "utf-8", content: "hello" })
})

it.each([["//79/A=="], ["AAEC"]])("keeps bytes that are not text as base64: %s", (wire) => {
  expect(fromWire(wire)).toEqual({ encoding: "base64", content: wire })
  expect(toWire(wire, "base64")).toBe(wire)
})

it("recognizes text that is not base64", () => expect(fromWire("<html>")).toBeUndefined())

it("refuses more than 100 MB in either encoding, and accepts 100 MB", () => {
  expect(contentProblem("a".repeat(MAX_FILE_BYTES))).toBeUndefined()
  expect(contentProblem("a".repeat(MAX_FILE_BYTES + 1))).toMatch(/100 MB/)
  expect(contentProblem("é".repeat(MAX_FILE_BYTES / 2 + 1))).toMatch(/100 MB/)
  expect(contentProblem("A".repeat(Math.ceil(MAX_FILE_BYTES / 3) * 4 + 4), "base64")).toMatch(/100 MB/)
})

it.each([
  ["a\ud800", "utf-8"],
  ["abc", "base64"],
  ["ab=c", "base64"],
  [7, "utf-8"]
] as const)("refuses %j as %s", (content, encoding) => {
  expect(contentProblem(content, encoding)).toEqual(expect.any(String))
})

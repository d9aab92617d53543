import { expect, it } from "vitest"

import { isText } from "./request-policy.ts"

it.each([
  ["application/vnd.github.raw", "/repos/acme/widgets/contents/a", true],
  ["application/vnd.github.raw+json", "/repos/acme/widgets/contents/a", true],
  ["application/vnd.github.v3.raw", "/repos/acme/widgets/contents/a", true],
  ["application/vnd.github.html", "/repos/acme/widgets/readme", true],
  ["application/vnd.github.diff", "/repos/acme/widgets/pulls/1", true],
  ["application/vnd.github.v3.patch", "/repos/acme/widgets/pulls/1", true],
  ["application/vnd.github.sha", "/repos/acme/widgets/commits/main", true],
  ["text/html", "/markdown", true],
  ["text/html", "/markdown/raw", true],
  ["text/plain", "/zen", true],
  ["application/octocat-stream", "/octocat", true],
  ["text/html", "/repos/acme/widgets", false],
  ["text/plain", "/repos/acme/widgets/zen", false],
  ["application/vnd.github.object", "/repos/acme/widgets/contents/a", false],
  ["constructor", "/zen", false]
])("an answer of the type %s from %s is text: %s", (mediaType, path, expected) => {
  expect(isText(mediaType, path)).toBe(expected)
})

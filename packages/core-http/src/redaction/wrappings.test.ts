// Each character of an unwrapped text has its place in the original text.
import { assert, it } from "vitest"

import { invisible, place, undo, wrappings } from "./wrappings.ts"

const TEXTS = Number(process.env["INLAY_FUZZ"] ?? 4_000)
const PARTS =
  "% %4 %41 %25 %C3 %C3%A9 %e2%80%8B %c2%ad %C3%28 \\ \\\\ \\n \\u0041 \\u00 \\x41 \\x4 \\\u{1F600} & &amp; &AMP; &#65; &#x41; &#; &lt; &x; a B 1 \u200B \u00AD \u0000 \u{E0041} \n \r\n \t é 😀".split(
    " "
  )

/** Returns pseudo-random numbers, the same in every run. */
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed
}

it("each character that a wrapping stands for has its place", () => {
  const next = random(7)
  for (let n = 0; n < TEXTS; n++) {
    const text = Array.from({ length: next() % 12 }, () => PARTS[next() % PARTS.length] ?? " ").join(n % 2 ? "" : " ")
    for (const wrapping of [...wrappings, invisible]) {
      const inner = undo(text, wrapping)
      if (inner !== "") assert.lengthOf(place(text, wrapping, [[0, inner.length]]), 1)
    }
  }
})

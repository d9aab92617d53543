// The fast way to undo a wrapping has the same result as its pattern.
import { assert, it } from "vitest"

import { invisible, place, wrappings } from "./wrappings.ts"

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

const byPattern = (text: string, { pattern, read }: (typeof wrappings)[number]) =>
  text.replace(pattern, (...match: ReadonlyArray<string | undefined>) => read(match))

it("what undoes a wrapping is what its pattern reads, and each character has its place", () => {
  const next = random(7)
  for (let n = 0; n < TEXTS; n++) {
    const text = Array.from({ length: next() % 12 }, () => PARTS[next() % PARTS.length] ?? " ").join(n % 2 ? "" : " ")
    for (const wrapping of [...wrappings, invisible]) {
      const inner = wrapping.undo(text)
      assert.strictEqual(inner, byPattern(text, wrapping), JSON.stringify(text))
      if (inner !== "") assert.lengthOf(place(text, wrapping, [[0, inner.length]]), 1)
    }
  }
})

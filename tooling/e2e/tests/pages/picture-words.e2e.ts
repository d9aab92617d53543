// The pictures for the stores are taken only before a release, so this reads the texts that they wait for.
import { expect, test } from "vitest"

import { pictureWords } from "../../src/product/words.ts"

test("the extension has every text that the pictures wait for", async () => {
  for (const [name, text] of Object.entries(await pictureWords())) expect(text, name).not.toBe("")
})
